/** The package.json of the published package. The repository's own has what development needs, which users should not install. */

export interface Manifest {
  readonly [field: string]: unknown;
}

/** Fields that both have. `repository`, `homepage` and `bugs` are copied when the owner adds them to the repository's package.json. */
const SHARED: readonly string[] = [
  "name",
  "version",
  "description",
  "keywords",
  "license",
  "author",
  "repository",
  "homepage",
  "bugs",
  "type",
  "bin",
  "dependencies",
];

/** A GPU and a queue are optional; webgpu has an install script for macOS. Users who want them install them. */
const OPTIONAL: readonly string[] = ["bullmq", "ioredis", "webgpu"];

/** `private` is kept: npm refuses to publish until a person removes it from the repository's package.json. */
export function packageManifest(repository: Manifest, gitHead: string | null): Manifest {
  const shared = [...SHARED, "private"].filter((field) => repository[field] !== undefined);
  const optional = repository["optionalDependencies"] as Readonly<Record<string, string>>;
  return {
    ...Object.fromEntries(shared.map((field) => [field, repository[field]])),
    // As npm writes it when it publishes from a repository.
    ...(gitHead !== null && { gitHead }),
    engines: { node: ">=24" },
    imports: { "#platform/*": "./engine/platform/node/*.js" },
    exports: {
      ".": { types: "./library/gamelore.d.ts", default: "./library/gamelore.js" },
      "./browser": { types: "./web/embed/gamelore.d.ts", default: "./browser/gamelore.js" },
      "./browser/style.css": "./browser/style.css",
      "./package.json": "./package.json",
    },
    peerDependencies: Object.fromEntries(OPTIONAL.map((name) => [name, optional[name]])),
    peerDependenciesMeta: Object.fromEntries(OPTIONAL.map((name) => [name, { optional: true }])),
  };
}
