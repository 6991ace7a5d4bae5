/** Bring a game: a rulesheet is dropped or pasted, what the checker says about it is read, and the game can be played. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import type { RulesheetDocument } from "../../service/api.ts";
import { clients } from "../client/clients.ts";
import { Fault, Waiting } from "../parts/notices.tsx";
import { hrefOf } from "../router.ts";

const MOST_BYTES = 1_000_000;

export function BringPage(): VNode {
  const text = useSignal("");
  const name = useSignal("");
  const over = useSignal(false);
  const asking = useSignal(false);
  const found = useSignal<RulesheetDocument | null>(null);
  const fault = useSignal<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);

  const check = async (): Promise<void> => {
    fault.value = null;
    found.value = null;
    asking.value = true;
    try {
      found.value = await clients.fetch((server) =>
        server.rulesheet({ text: text.value, name: name.value || "my game" }),
      );
    } catch (error) {
      fault.value = error instanceof Error ? error.message : String(error);
    }
    asking.value = false;
  };
  const take = async (file: File | undefined): Promise<void> => {
    over.value = false;
    if (!file) return;
    if (file.size > MOST_BYTES) {
      fault.value = `${file.name} has ${file.size.toLocaleString("en")} bytes; a rulesheet may have ${MOST_BYTES.toLocaleString("en")}.`;
      return;
    }
    text.value = await file.text();
    name.value = file.name.replace(/\.\w+$/, "");
    await check();
  };
  const goToLine = (line: number, column: number): void => {
    const lines = text.value.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + Math.max(0, column - 1);
    area.current?.focus();
    area.current?.setSelectionRange(at, at + 1);
  };
  return (
    <div class="page">
      <header class="page-head">
        <h1>Bring a game</h1>
        <p>A game in GDL, the language of general game playing. Its rules are checked, and it can be played at once.</p>
      </header>
      <div class="columns">
        <section class="card" aria-label="Rulesheet">
          <div
            class={over.value ? "drop over" : "drop"}
            onDragOver={(event) => {
              event.preventDefault();
              over.value = true;
            }}
            onDragLeave={() => (over.value = false)}
            onDrop={(event) => {
              event.preventDefault();
              void take(event.dataTransfer?.files[0]);
            }}
          >
            <p>
              Drop a rulesheet here (<code>.kif</code>), or{" "}
              <label class="file">
                choose a file
                <input
                  type="file"
                  accept=".kif,.gdl,.txt,text/plain"
                  onChange={(event) => void take(event.currentTarget.files?.[0])}
                />
              </label>
            </p>
          </div>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void check();
            }}
          >
            <label>
              Name
              <input
                type="text"
                value={name.value}
                placeholder="my game"
                onInput={(event) => (name.value = event.currentTarget.value)}
              />
            </label>
            <label>
              Rules
              <textarea
                ref={area}
                rows={16}
                spellcheck={false}
                value={text.value}
                placeholder={"(role x)\n(role o)\n(init (control x))\n…"}
                onInput={(event) => (text.value = event.currentTarget.value)}
              />
            </label>
            <button type="submit" class="primary" disabled={text.value.trim() === "" || asking.value}>
              Check it
            </button>
          </form>
        </section>
        <section class="card" aria-label="What the checker says" aria-live="polite">
          <h2>What the checker says</h2>
          {asking.value && <Waiting what="the checker" />}
          {fault.value !== null && <Fault text={fault.value} />}
          {found.value === null && !asking.value && fault.value === null && (
            <p class="none">Nothing has been checked yet.</p>
          )}
          {found.value && <Findings found={found.value} onShow={goToLine} />}
        </section>
      </div>
    </div>
  );
}

function Findings({
  found,
  onShow,
}: {
  readonly found: RulesheetDocument;
  readonly onShow: (line: number, column: number) => void;
}): VNode {
  return (
    <>
      <p>
        <strong>{found.title}</strong> {found.summary}
      </p>
      {found.game !== null ? (
        <p class="actions">
          <a class="button primary" href={hrefOf(["play", found.game])}>
            Play it
          </a>
          <a class="button" href={hrefOf(["explore", found.game])}>
            Explore
          </a>
          <a class="button" href={hrefOf(["watch", found.game])}>
            Watch players
          </a>
        </p>
      ) : (
        <Fault text="It cannot be played as it is." />
      )}
      {found.findings.length === 0 ? (
        <p class="none">Nothing to find fault with.</p>
      ) : (
        <ul class="findings">
          {found.findings.map((finding) => (
            <li key={`${finding.line}:${finding.column}:${finding.message}`} class={finding.severity}>
              <button type="button" class="link" onClick={() => onShow(finding.line, finding.column)}>
                line {finding.line}, column {finding.column}
              </button>{" "}
              <strong>{finding.severity}</strong>: {finding.message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
