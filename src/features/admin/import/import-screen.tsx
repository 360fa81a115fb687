import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Check } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { isUnderWay } from "#kit/job.ts";
import { appScreens } from "#kit/app-screens.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { ScreenProblem } from "#client/screen-states.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { useTitle } from "#ui/title.ts";
import { ColumnsStep } from "./columns-step.tsx";
import { ResultStep } from "./result-step.tsx";
import { FileStep } from "./file-step.tsx";
import { JobStep } from "./job-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { texts } from "./texts.ts";

export type Import = CallOutput<"POST paas/import/open">;
/** The interval, in ms, at which an import is fetched while its job runs. */
const pollInterval = 5000;

type Step = "file" | "columns" | "review";
const steps: readonly Step[] = ["file", "columns", "review"];

function Steps({ current }: { current: Step }) {
  const t = useText();
  return (
    <nav aria-label={t(texts.steps)}>
      <ol className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {steps.map((step, index) => {
          const isDone = index < steps.indexOf(current);
          return (
            <li
              key={step}
              aria-current={step === current ? "step" : undefined}
              className={`flex items-center gap-2 ${step === current ? "font-medium text-ink" : "text-ink-3"}`}
            >
              <span
                aria-hidden="true"
                className={`inline-flex size-6 items-center justify-center rounded-full border tabular-nums ${
                  step === current
                    ? "border-brand bg-brand text-on-brand"
                    : isDone
                      ? "border-brand text-brand"
                      : "border-line-2"
                }`}
              >
                {isDone ? <Check size={14} strokeWidth={2} /> : index + 1}
              </span>
              {t(texts[step])}
              {isDone && <span className="sr-only">{t(texts.stepDone)}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

type ImportScreenProps = { area: string; type: string };

/** `isBack`: the person went back from the review to the mapping of columns. */
type OpenImportProps = ImportScreenProps & { id: string; isBack: boolean };

/** The current step of an uploaded import. The id of the import is in the address, so that a reload continues it. */
function OpenImport({ area, type, id, isBack }: OpenImportProps) {
  const t = useText();
  const locale = useLocale();
  const [, setQuery] = useSearchParams();
  const query = useQuery({
    queryKey: ["import", type, id, locale],
    queryFn: ({ signal }) => call("POST paas/import/open", { type, id }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // Live updates announce the end of a job, but they may not reach a browser.
    refetchInterval: ({ state: { data: current } }) =>
      isUnderWay(current?.job?.state ?? "done") ? pollInterval : false,
  });
  const { data, error, refetch } = query;
  const initialTitle = useInitialTitle(type);
  const title = data === undefined ? initialTitle : t(formatText(texts.titleOf, { name: data.title }));
  useTitle(title);
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-60" />
    ) : (
      <ScreenProblem problem={error} onRetry={() => void refetch()} />
    );
  const setParameters = (next: Record<string, string>) => setQuery(next, { preventScrollReset: true });
  const step: Step = data.state === "uploaded" || isBack ? "columns" : "review";
  const isFinished = data.state === "done" || data.state === "reverted";
  const { job } = data;
  const isJobRunning = job !== null && isUnderWay(job.state);
  return (
    <>
      <Heading title={title} area={area} type={type} />
      {!isFinished && <Steps current={step} />}
      {!isJobRunning && job !== null && job.problem !== null && (
        <p role="alert" className="text-danger">
          {job.problem}
        </p>
      )}
      {isJobRunning ? (
        <JobStep key={job.id} id={job.id} type={type} onEnd={() => void refetch().then(() => setParameters({ id }))} />
      ) : isFinished ? (
        <ResultStep area={area} data={data} onReverted={() => void refetch()} onNext={() => setParameters({})} />
      ) : step === "columns" ? (
        <ColumnsStep
          data={data}
          onNext={async () => {
            await refetch();
            setParameters({ id });
          }}
          onFile={() => setParameters({})}
        />
      ) : (
        <ReviewStep data={data} onBack={() => setParameters({ id, step: "columns" })} onDone={() => void refetch()} />
      )}
    </>
  );
}

/** The title before the server has named the list: with the list's name, if it has a screen; lists that the space defined have none. */
function useInitialTitle(type: string): string {
  const t = useText();
  const screen = appScreens.find(({ listedEntity }) => listedEntity?.toLowerCase() === type.toLowerCase());
  return t(screen === undefined ? texts.title : formatText(texts.titleOf, { name: t(screen.title) }));
}

function Heading({ title, area, type }: { title: string; area: string; type: string }) {
  const t = useText();
  return (
    <header className="grid gap-2">
      <Link
        to={`/${area}/${type}/list`}
        className="inline-flex w-max items-center gap-1.5 text-sm text-ink-3 hover:text-ink pointer-coarse:min-h-11"
      >
        <ArrowLeft size={14} strokeWidth={1.5} aria-hidden="true" />
        {t(texts.toList)}
      </Link>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
    </header>
  );
}

/** Imports a file into an entity: choose a file, map columns, review, import, and undo. */
export function ImportScreen({ area, type }: ImportScreenProps) {
  const [query, setQuery] = useSearchParams();
  const id = query.get("id");
  const title = useInitialTitle(type);
  useTitle(title);
  return (
    <div className="grid gap-6">
      {id === null ? (
        <>
          <Heading title={title} area={area} type={type} />
          <Steps current="file" />
          <FileStep type={type} onUploaded={(importId) => setQuery({ id: importId })} />
        </>
      ) : (
        <OpenImport key={id} area={area} type={type} id={id} isBack={query.get("step") === "columns"} />
      )}
    </div>
  );
}
