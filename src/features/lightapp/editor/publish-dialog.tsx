import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleDot, Minus, PencilLine, Plus, RefreshCw, RotateCcw } from "lucide-react";
import { useRef, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { errorMessage } from "#kit/error-message.ts";
import { formatText, type Locale, textIn, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { randomId } from "#ui/random-id.ts";
import { type Draft, inputOf } from "../draft/draft.ts";
import { type PlacedProblem, placeProblems } from "../draft/problems.ts";
import { useProblemSubject } from "./problem-summary.tsx";

const texts = {
  title: { zh: "发布“{name}”？", en: "Publish {name}?" },
  text: { zh: "发布后对所有人立即生效。", en: "This takes effect at once, for everybody." },
  first: { zh: "首次发布后，它会有自己的列表、表单和接口。", en: "It gets a list, a form and an API of its own." },
  nothing: { zh: "现有数据不受影响。", en: "No existing record is affected." },
  long: {
    zh: "涉及的数据较多，将在后台发布，可在“任务”中查看进度。完成前可以查看数据，但不能保存。",
    en: "Many records change, so this runs in the background. Follow the progress in Activity. Until it is done, records can be read but not saved.",
  },
  problems: { zh: "发布前须改正", en: "Solve these before you publish" },
  refused: { zh: "无法发布", en: "These prevent publishing" },
  changes: { zh: "将会发生的变化", en: "What will change" },
  cancel: { zh: "取消", en: "Cancel" },
  publish: { zh: "发布", en: "Publish" },
  publishing: { zh: "正在发布…", en: "Publishing…" },
};

type Change = CallOutput<"POST paas/lightApp/check">["changes"][number];

const changeIcons: Record<Change["kind"], typeof Plus> = {
  add: Plus,
  restore: RotateCcw,
  remove: Minus,
  rename: PencilLine,
  convert: RefreshCw,
  require: CircleDot,
  unique: CircleDot,
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

function ChangeItems({ title, changes }: { title: Text; changes: readonly Change[] }) {
  const t = useText();
  if (changes.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="mb-2 text-sm font-medium text-ink-2">{t(title)}</h3>
      <ul className="grid max-h-[40dvh] gap-1.5 overflow-auto rounded-sm border border-line px-3 py-2 text-sm">
        {changes.map(({ path, kind, text, isRefused }) => {
          const Icon = isRefused ? CircleAlert : changeIcons[kind];
          return (
            <li key={`${path} ${kind}`} className={`flex gap-2 ${isRefused ? "text-danger" : ""}`}>
              <Icon {...icon} className={`mt-1 shrink-0 ${isRefused ? "" : "text-ink-3"}`} />
              {text}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type ProblemsProps = { draft: Draft; problems: readonly PlacedProblem[]; onOpen: (problem: PlacedProblem) => void };

function ProblemItems({ draft, problems, onOpen }: ProblemsProps) {
  const t = useText();
  const subjectOf = useProblemSubject();
  if (problems.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="mb-2 text-sm font-medium text-danger">{t(texts.problems)}</h3>
      <ul className="grid max-h-[40dvh] overflow-auto rounded-sm border border-line px-3 py-2 text-sm">
        {problems.map((problem) => (
          <li key={problem.path}>
            <button
              type="button"
              className="min-h-8 text-left underline-offset-3 hover:text-brand hover:underline pointer-coarse:min-h-11"
              onClick={() => onOpen(problem)}
            >
              <span className="font-medium">{subjectOf(draft, problem)}</span> {problem.text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export type PublishOutcome = Pick<CallOutput<"POST Api/{type}/Command">, "text" | "kind">;

type PublishProps = {
  draft: Draft;
  /** The row of the saved draft. Nothing else is published: whoever saved it meanwhile made another version. */
  id: string;
  version: number;
  onOpenProblem: (problem: PlacedProblem) => void;
  /** Called with the message of the server: a success, or information when it publishes in the background. */
  onPublished: (outcome: PublishOutcome) => void;
  onClose: () => void;
};

const nameOf = ({ name, tableName }: Draft, locale: Locale) => textIn(name, locale) || tableName;

/** Says what publishing the saved draft changes, and publishes it. */
export function PublishDialog({ draft, id, version, onOpenProblem, onPublished, onClose }: PublishProps) {
  const locale = useLocale();
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const review = useQuery({
    queryKey: ["light app publication", id, version, locale],
    queryFn: ({ signal }) => call("POST paas/lightApp/check", inputOf(draft, id), { signal }),
    gcTime: 0,
  });
  const isPublishable = review.data?.problems.length === 0 && review.data.changes.every(({ isRefused }) => !isRefused);

  async function publish(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const outcome = await call(
        "POST Api/{type}/Command",
        { type: "lightApp", command: "publish", ids: [id], version },
        { idempotencyKey: randomId() },
      );
      onPublished(outcome);
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      isOpen
      size="wide"
      title={t(formatText(texts.title, { name: nameOf(draft, locale) }))}
      description={t(texts.text)}
      onClose={() => !isBusy && onClose()}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button
            ref={button}
            kind="primary"
            disabled={isBusy || !isPublishable}
            aria-busy={isBusy}
            onClick={() => void publish()}
          >
            {t(isBusy ? texts.publishing : texts.publish)}
          </Button>
        </>
      }
    >
      <QueryContent query={review} height="mt-4 h-16">
        {({ isPublished, isLong, problems, changes }) => (
          <>
            {problems.length === 0 && changes.length === 0 && (
              <p className="mt-4 text-ink-2">{t(isPublished ? texts.nothing : texts.first)}</p>
            )}
            <ProblemItems
              draft={draft}
              problems={placeProblems(draft.definition, problems)}
              onOpen={(problem) => (onClose(), onOpenProblem(problem))}
            />
            <ChangeItems title={texts.refused} changes={changes.filter(({ isRefused }) => isRefused)} />
            <ChangeItems title={texts.changes} changes={changes.filter(({ isRefused }) => !isRefused)} />
            {isLong && isPublishable && <p className="mt-4 text-sm text-ink-2">{t(texts.long)}</p>}
          </>
        )}
      </QueryContent>
      {failure !== undefined && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
