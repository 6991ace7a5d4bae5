/** Scripts for completion in bash, zsh and fish, generated from the tree of commands. */
import type { Command } from "commander";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** Words by the commands before them: `solve chess` → its options. */
export type WordsByCommand = ReadonlyMap<string, readonly string[]>;

/** `alias` gives further names to subcommands: general games have the options of one of them. */
export function completionWords(program: Command, alias: (name: string) => readonly string[]): WordsByCommand {
  const words = new Map<string, readonly string[]>();
  const visit = (command: Command, path: readonly string[]): void => {
    const children = command.commands.flatMap((child) => [child.name(), ...alias(child.name())]);
    const options = command.options.flatMap(({ long }) => (long ? [long] : []));
    words.set(path.join(" "), [...new Set([...children, ...options, "--help"])]);
    for (const child of command.commands)
      for (const name of [child.name(), ...alias(child.name())]) visit(child, [...path, name]);
  };
  visit(program, []);
  return words;
}

/** Equal lists share a case. */
function cases(words: WordsByCommand): { readonly paths: readonly string[]; readonly words: string }[] {
  const byWords = Map.groupBy(words, ([, list]) => list.join(" "));
  return [...byWords].map(([list, entries]) => ({ paths: entries.map(([path]) => path), words: list }));
}

const POSIX = (words: WordsByCommand): string => `_gamelore_words() {
  case "$1" in
${cases(words)
  .map(({ paths, words: list }) => `    ${paths.map((path) => `"${path}"`).join("|")}) echo "${list}" ;;`)
  .join("\n")}
    *) return 1 ;;
  esac
}
# The longest chain of commands among the arguments.
_gamelore_command() {
  local path="" word
  for word in "$@"; do
    if _gamelore_words "\${path:+$path }$word" >/dev/null; then path="\${path:+$path }$word"; fi
  done
  echo "$path"
}`;

const SCRIPTS: Readonly<Record<Shell, (words: WordsByCommand) => string>> = {
  bash: (words) => `# bash: eval "$(gamelore completion bash)"
${POSIX(words)}
_gamelore() {
  local command
  command="$(_gamelore_command "\${COMP_WORDS[@]:1:COMP_CWORD-1}")"
  COMPREPLY=($(compgen -W "$(_gamelore_words "$command")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gamelore gamelore
`,
  zsh: (words) => `#compdef gamelore
# zsh: eval "$(gamelore completion zsh)"
${POSIX(words)}
_gamelore() {
  local command
  command="$(_gamelore_command "\${(@)words[2,CURRENT-1]}")"
  compadd -- \${=$(_gamelore_words "$command")} || _files
}
compdef _gamelore gamelore
`,
  fish: (words) => `# fish: gamelore completion fish | source
function __gamelore_words
  switch "$argv[1]"
${cases(words)
  .map(
    ({ paths, words: list }) =>
      `    case ${paths.map((path) => `'${path}'`).join(" ")}\n      string split -- ' ' '${list}'`,
  )
  .join("\n")}
    case '*'
      return 1
  end
end
function __gamelore_complete
  set -l path ''
  for word in (commandline -opc)[2..]
    set -l longer (string trim "$path $word")
    if __gamelore_words $longer >/dev/null
      set path $longer
    end
  end
  __gamelore_words "$path"
end
complete -c gamelore -a '(__gamelore_complete)'
`,
};

export function completionScript(shell: Shell, words: WordsByCommand): string {
  return SCRIPTS[shell](words);
}
