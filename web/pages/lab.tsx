/** The lab: published tables beside ours, with intervals, plots and claims; starts quick runs. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import type { ExperimentSummary } from "../../service/library-documents.ts";
import { clients } from "../client/clients.ts";
import { followJobs, jobs, jobsOf, startJob } from "../client/jobs.ts";
import { ExperimentReport } from "../parts/experiment-report.tsx";
import { JobList } from "../parts/job-card.tsx";
import { useLoaded } from "../parts/loaded.ts";
import { Back, ErrorMessage, Await } from "../parts/notices.tsx";
import { hrefOf, route } from "../router.ts";

export function LabPage(): VNode {
  useEffect(followJobs, []);
  const id = route.value.path[1];
  return id === undefined ? <AllExperiments /> : <OneExperiment key={id} id={id} />;
}

function AllExperiments(): VNode {
  const list = useLoaded("lab", () => clients.fetch((server) => server.experiments()));
  return (
    <div class="page">
      <header class="page-head">
        <h1>Lab</h1>
        <p>Published experiments, reproduced.</p>
      </header>
      <Await loaded={list.value} what="the experiments">
        {(experiments) => {
          const papers = [...new Set(experiments.map((each) => each.paper))];
          return (
            <>
              {papers.map((paper) => (
                <section key={paper} class="card" aria-label={paper}>
                  <h2>{paper}</h2>
                  <ul class="experiments">
                    {experiments
                      .filter((each) => each.paper === paper)
                      .map((each) => (
                        <li key={each.id}>
                          <a href={hrefOf(["lab", each.id])}>{each.title}</a> <small>{each.table}</small>{" "}
                          <Measured experiment={each} />
                        </li>
                      ))}
                  </ul>
                </section>
              ))}
            </>
          );
        }}
      </Await>
      <Running />
    </div>
  );
}

function Measured({ experiment }: { readonly experiment: ExperimentSummary }): VNode {
  return (
    <span class="measured">
      {experiment.settings.map(({ setting, cells, measured }) => (
        <span key={setting} class={measured === cells ? "full" : ""}>
          {setting}: {measured} of {cells}
        </span>
      ))}
    </span>
  );
}

function Running(): VNode | null {
  const list = jobsOf(["lab"]);
  if (list.length === 0) return null;
  return (
    <section aria-label="Runs" aria-live="polite">
      <h2>Runs</h2>
      <JobList jobs={list} none="" />
    </section>
  );
}

function OneExperiment({ id }: { readonly id: string }): VNode {
  const { query } = route.value;
  const setting = query["setting"] ?? "quick";
  // Reload the report when a run ends.
  const ended = [...jobs.value.values()].filter(
    (job) => job.request.kind === "lab" && job.request.experiment === id && job.ended !== null,
  ).length;
  const report = useLoaded(`${id} ${setting} ${ended}`, () =>
    clients.fetch((server) => server.experiment(id, setting)),
  );
  const failure = useSignal<string | null>(null);
  return (
    <div class="page">
      <Back to={["lab"]} text="All experiments" />
      {failure.value !== null && <ErrorMessage text={failure.value} />}
      <Await loaded={report.value} what="the report" way>
        {(document) => (
          <>
            <header class="page-head">
              <h1>{document.title}</h1>
              <p>{`${document.table} · ${document.paper}`}</p>
              <p class="actions">
                {document.settings.map((each) => (
                  <a
                    key={each.setting}
                    class={each.setting === document.setting ? "button chosen" : "button"}
                    aria-current={each.setting === document.setting ? "true" : undefined}
                    href={hrefOf(["lab", id], { setting: each.setting })}
                  >
                    {each.setting}{" "}
                    <small>
                      ({each.measured} of {each.cells})
                    </small>
                  </a>
                ))}
                <button
                  type="button"
                  class="primary"
                  onClick={() => {
                    failure.value = null;
                    startJob({ kind: "lab", experiment: id, setting: "quick" }).catch(
                      (error: unknown) => (failure.value = messageOf(error)),
                    );
                  }}
                >
                  Start quick run
                </button>
              </p>
            </header>
            <Running />
            <ExperimentReport document={document} />
          </>
        )}
      </Await>
    </div>
  );
}
