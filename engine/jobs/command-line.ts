/** Command lines as text, for messages, logs and lists of runs: those who see them need not know the password of a queue. */

/** The variable with the command of a detached run, which was started with other words. */
export const RUN_COMMAND = "GAMELORE_RUN_COMMAND";

export function hidePasswords(words: readonly string[]): string[] {
  return words.map((word) => {
    const [, option = "", text = ""] = /^(--[a-z]+=)?(rediss?:.*)$/.exec(word) ?? [];
    if (!URL.canParse(text)) return word;
    const { protocol, username, password, host, pathname, search } = new URL(text);
    if (password === "" && search === "") return word;
    const user = username + (password === "" ? "" : ":PASSWORD");
    return `${option}${protocol}//${user === "" ? "" : `${user}@`}${host}${pathname}`;
  });
}

/** Of `gamelore`, quoted for a shell, without passwords. */
export function commandLine(words: readonly string[]): string {
  const quoted = hidePasswords(words).map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`,
  );
  return ["gamelore", ...quoted].join(" ");
}
