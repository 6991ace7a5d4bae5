/** The frame of every page: navigation, server status, theme. */
import { useSignal } from "@preact/signals";
import type { ComponentType, VNode } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { Paints } from "./board/pieces/paints.tsx";
import { clients } from "./client/clients.ts";
import { GamesPage } from "./pages/games.tsx";
import { PageError, Loading } from "./parts/notices.tsx";
import { unsupportedReason } from "./in-page/support.ts";
import { hrefOf, route } from "./router.ts";
import { nextTheme, theme } from "./theme.ts";

/** Pages are loaded on first use; the list of games is in the first bundle. */
const PAGES: Readonly<Record<string, () => Promise<ComponentType>>> = {
  play: async () => (await import("./pages/play.tsx")).PlayPage,
  explore: async () => (await import("./pages/explore.tsx")).ExplorePage,
  watch: async () => (await import("./pages/watch.tsx")).WatchPage,
  tables: async () => (await import("./pages/tables.tsx")).TablesPage,
  solve: async () => (await import("./pages/solve.tsx")).SolvePage,
  jobs: async () => (await import("./pages/jobs.tsx")).JobsPage,
  lab: async () => (await import("./pages/lab.tsx")).LabPage,
  matches: async () => (await import("./pages/matches.tsx")).MatchesPage,
  records: async () => (await import("./pages/record.tsx")).RecordPage,
  upload: async () => (await import("./pages/upload-rulesheet.tsx")).UploadRulesheetPage,
  // The former name, for stored links.
  bring: async () => (await import("./pages/upload-rulesheet.tsx")).UploadRulesheetPage,
};

const LINKS: readonly (readonly [string, string])[] = [
  ["", "Games"],
  ["watch", "Watch"],
  ["explore", "Explore"],
  ["tables", "Tables"],
  ["solve", "Solve"],
  ["matches", "Matches"],
  ["lab", "Lab"],
  ["jobs", "Jobs"],
  ["upload", "Upload rules"],
];

/** The navigation link of pages that have none of their own. */
const PART_OF: Readonly<Record<string, string>> = { play: "", records: "matches", bring: "upload" };

export function Shell(): VNode {
  const name = route.value.path[0] ?? "";
  const current = PART_OF[name] ?? name;
  useEffect(() => {
    const title = name === "play" ? "Play" : LINKS.find(([path]) => path === current)?.[1];
    document.title = title === undefined ? "Gamelore" : `${title} – Gamelore`;
    // On a phone the navigation scrolls.
    const link = document.querySelector<HTMLElement>(".top nav [aria-current]");
    link?.parentElement?.scrollTo({ left: link.offsetLeft - link.parentElement.clientWidth / 2 });
  }, [name]);
  return (
    <>
      <Paints />
      <a class="skip" href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href="#/">
          <Logo /> Gamelore
        </a>
        <nav aria-label="Pages">
          {LINKS.map(([path, title]) => (
            <a key={path} href={hrefOf(path === "" ? [] : [path])} aria-current={path === current ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <button
          type="button"
          class="quiet theme"
          onClick={nextTheme}
          aria-label={`Theme: ${theme.value}. Change theme`}
          title={`Theme: ${theme.value}`}
        >
          {theme.value === "system" ? "◐" : theme.value === "light" ? "☀" : "☾"}
        </button>
      </header>
      <ServerBar />
      <main id="content" tabIndex={-1}>
        {name === "" ? <GamesPage /> : <Lazy name={name} key={name} />}
      </main>
      <Footer />
    </>
  );
}

/** Chooses where to compute; values and search info state where they were computed. */
function Footer(): VNode {
  const why = unsupportedReason();
  return (
    <footer class="foot-line">
      <label>
        Compute{" "}
        <select
          disabled={why !== null}
          value={clients.preferred.value}
          onChange={(event) => (clients.preferred.value = event.currentTarget.value === "page" ? "page" : "server")}
        >
          <option value="server">on the server</option>
          <option value="page">in this page, if possible</option>
        </select>
      </label>
      {why !== null && <span>In this page: {why}.</span>}
      <a href="/api/openapi.json">API</a>
    </footer>
  );
}

function skipToContent(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#content")?.focus();
}

function Lazy({ name }: { readonly name: string }): VNode {
  const page = useSignal<{ readonly show: ComponentType } | null>(null);
  const failure = useSignal<string | null>(null);
  useLayoutEffect(() => {
    const load = PAGES[name];
    if (!load) failure.value = `Page "${name}" not found.`;
    else
      load().then(
        (show) => (page.value = { show }),
        () => (failure.value = "This page could not be loaded. Is the server running? Reload to try again."),
      );
  }, [name]);
  if (failure.value !== null) return <PageError text={failure.value} />;
  if (page.value === null) return <Loading what="the page" />;
  const { show: Show } = page.value;
  return <Show />;
}

function offlineText(): string {
  const why = unsupportedReason();
  if (clients.waiting.value > 0) return "Waiting for the server: the game continues when it is back.";
  return why === null ? "Until then this page computes what it can." : `Computing in this page is ${why}.`;
}

/** Shown while the server is down. */
function ServerBar(): VNode {
  return (
    <div role="status" aria-live="polite" class="server-bar-place">
      {!clients.status.up.value && (
        <p class="server-bar">
          <span class="pulse" aria-hidden="true" /> The server is not responding. Nothing is lost; reconnecting …{" "}
          {offlineText()}
        </p>
      )}
    </div>
  );
}

function Logo(): VNode {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 3 27 9.500v13L16 29 5 22.500v-13Z" fill="none" stroke="currentColor" stroke-width="2.500" />
      <circle cx="16" cy="10.500" r="3.200" fill="#f0b429" />
      <circle cx="11" cy="19" r="3.200" fill="currentColor" />
      <circle cx="21" cy="19" r="3.200" fill="currentColor" />
    </svg>
  );
}
