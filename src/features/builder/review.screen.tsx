import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { errorMessage } from "#kit/error-message.ts";
import { dateTime } from "#kit/format.ts";
import { type MarketClass, marketClasses, marketKinds } from "#kit/market.ts";
import { formatText, type Locale, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextArea } from "#ui/input.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { RadioButtons } from "#ui/radio-buttons.tsx";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import screen from "./review.screen.ts";

const texts = {
  intro: {
    zh: "通过后，所有空间都能看到并复制此项目。请查看两种语言的预览和外部链接。",
    en: "Once you accept an item, every space can see and copy it. Check the preview in both languages and the external links.",
  },
  none: { zh: "没有待审核的项目", en: "Nothing to review" },
  noneText: { zh: "空间提交的市场项目会出现在这里。", en: "Items that spaces submit to the market appear here." },
  list: { zh: "待审核 {n} 项", en: "{n} {n|item|items} to review" },
  more: { zh: "这里显示最早提交的 {n} 项。", en: "Shown are the earliest {n}." },
  edition: { zh: "版本 {n}", en: "Version {n}" },
  first: { zh: "首次提交", en: "First submission" },
  update: { zh: "更新，其他空间现在看到版本 {n}", en: "Update. Other spaces see version {n} now." },
  pages: { zh: "{n} 个页面", en: "{n} {n|page|pages}" },
  records: { zh: "{n} 个部分", en: "{n} {n|part|parts}" },
  by: { zh: "{name} 提交于 {time}", en: "Submitted by {name}, {time}" },
  links: { zh: "外部链接", en: "External links" },
  noLinks: { zh: "没有外部链接", en: "No external links" },
  preview: { zh: "“{name}”的预览", en: "Preview of {name}" },
  language: { zh: "预览语言", en: "Preview language" },
  open: { zh: "在新标签页打开", en: "Open in a new tab" },
  reason: { zh: "未通过原因", en: "Reason for refusal" },
  reasonHelp: {
    zh: "拒绝时必填，提供者会看到。",
    en: "Required to refuse. The space that offers the item sees it.",
  },
  accept: { zh: "通过", en: "Accept" },
  refuse: { zh: "拒绝", en: "Refuse" },
  accepted: { zh: "已通过“{name}”", en: "Accepted {name}" },
  refused: { zh: "已拒绝“{name}”", en: "Refused {name}" },
} satisfies Record<string, Text>;

type Submission = CallOutput<"GET Api/Market/Submissions">["rows"][number];
type Decision = "accept" | "refuse";

const languageNames = [
  { key: "zh", label: "中文" },
  { key: "en", label: "English" },
] as const;

function Facts({ submission }: { submission: Submission }) {
  const t = useText();
  const { kind, classId, edition, offeredEdition, records, pages, intro, spaceName, submittedAt, links } = submission;
  const facts = [
    t(marketKinds[kind].name),
    t(marketClasses[classId as MarketClass].name),
    t(formatText(texts.edition, { n: edition })),
    ...(pages === 0 ? [] : [t(formatText(texts.pages, { n: pages }))]),
    ...(records === 0 ? [] : [t(formatText(texts.records, { n: records }))]),
  ];
  return (
    <div className="grid gap-2 text-sm text-ink-2">
      <p>{facts.join(" · ")}</p>
      <p>{t(formatText(texts.by, { name: spaceName, time: dateTime(submittedAt, "yyyy-MM-dd HH:mm") }))}</p>
      <p>{t(offeredEdition === null ? texts.first : formatText(texts.update, { n: offeredEdition }))}</p>
      {intro !== "" && <p className="text-ink">{intro}</p>}
      <div>
        <h3 className="font-medium text-ink">{t(links.length === 0 ? texts.noLinks : texts.links)}</h3>
        <ul className="grid gap-1">
          {links.map((link) => (
            <li key={link} className="font-mono text-xs break-all">
              {link}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Preview({ submission: { url, name } }: { submission: Submission }) {
  const t = useText();
  const current = useLocale();
  const [locale, setLocale] = useState<Locale>(current);
  const address = `${url}&language=${locale}`;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <RadioButtons
          legend={t(texts.language)}
          isLegendHidden
          layout="line"
          choices={languageNames}
          value={locale}
          onChange={setLocale}
        />
        <a className="button-link" href={address} target="_blank" rel="noreferrer">
          {t(texts.open)}
        </a>
      </div>
      {/* Without scripts: what it shows comes from another space. */}
      <iframe
        key={address}
        src={address}
        title={t(formatText(texts.preview, { name }))}
        sandbox="allow-same-origin"
        className="w-full rounded-sm border border-line bg-sheet"
        style={{ height: "60vh" }}
      />
    </div>
  );
}

function Review({ submission }: { submission: Submission }) {
  const t = useText();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const id = useId();
  const { name } = submission;
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (decision: Decision) =>
      call("POST Api/Market/Review", { id: submission.id, version: submission.version, decision, reason }),
    async onSuccess(_result, decision) {
      notify("success", t(formatText(decision === "accept" ? texts.accepted : texts.refused, { name })));
      await client.invalidateQueries({ queryKey: ["market"] });
    },
    async onError(problem) {
      notify("error", errorMessage(problem));
      await client.invalidateQueries({ queryKey: ["market"] });
    },
  });
  return (
    <section className="grid gap-5 rounded-sm border border-line bg-sheet p-4 sm:p-5" aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`} className="text-lg font-semibold">
        {name}
      </h2>
      <Facts submission={submission} />
      <Preview submission={submission} />
      <div className="grid gap-1.5">
        <label htmlFor={`${id}-reason`} className="text-sm font-medium">
          {t(texts.reason)}
        </label>
        <TextArea
          id={`${id}-reason`}
          rows={2}
          maxLength={500}
          value={reason}
          aria-describedby={`${id}-help`}
          onChange={(event) => setReason(event.target.value)}
        />
        <p id={`${id}-help`} className="text-sm text-ink-2">
          {t(texts.reasonHelp)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          disabled={isPending}
          aria-busy={isPending && variables === "accept"}
          onClick={() => mutate("accept")}
        >
          {t(texts.accept)}
        </Button>
        <Button
          disabled={isPending || reason.trim() === ""}
          aria-busy={isPending && variables === "refuse"}
          onClick={() => mutate("refuse")}
        >
          {t(texts.refuse)}
        </Button>
      </div>
    </section>
  );
}

/** What spaces have submitted to the market, the oldest first: an administrator of the platform looks at each and decides. */
export function ReviewScreen() {
  const t = useText();
  const locale = useLocale();
  const [chosenId, setChosenId] = useState<string>();
  useTitle(t(screen.title));
  const { data, error, refetch } = useQuery({
    queryKey: ["market", "submissions", locale],
    queryFn: ({ signal }) => call("GET Api/Market/Submissions", { pageSize: 60 }, { signal }),
  });
  if (error !== null) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ScreenLoading />;
  const { rows, total } = data;
  const chosen = rows.find(({ id }) => id === chosenId) ?? rows[0];
  if (chosen === undefined) return <EmptyState isScreen title={t(texts.none)} text={t(texts.noneText)} />;
  return (
    <div className="grid gap-5">
      <h1 className="text-xl font-semibold tracking-tight">{t(screen.title)}</h1>
      <p className="max-w-prose text-ink-2">{t(texts.intro)}</p>
      <div className="grid items-start gap-5 lg:grid-cols-[232px_minmax(0,1fr)]">
        <nav className="grid gap-2" aria-label={t(formatText(texts.list, { n: total }))}>
          <p className="text-sm text-ink-2" aria-live="polite">
            {t(formatText(texts.list, { n: total }))}
          </p>
          <ul className="grid gap-2">
            {rows.map((submission) => (
              <li key={submission.id}>
                <button
                  type="button"
                  aria-current={submission.id === chosen.id}
                  className={`w-full rounded-sm border px-3 py-2 text-left hover:border-ink ${submission.id === chosen.id ? "border-brand bg-brand-tint" : "border-line bg-sheet"}`}
                  onClick={() => setChosenId(submission.id)}
                >
                  <span className="block font-medium">{submission.name}</span>
                  <span className="block text-sm text-ink-2">
                    {t(marketKinds[submission.kind].name)} · {submission.spaceName}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {total > rows.length && <p className="text-sm text-ink-2">{t(formatText(texts.more, { n: rows.length }))}</p>}
        </nav>
        <Review key={`${chosen.id} ${chosen.version}`} submission={chosen} />
      </div>
    </div>
  );
}
