import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, ChevronRight } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { formatText, type Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { type Person, urlFor } from "#client/person.ts";
import { Input } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";

type FirstSteps = CallOutput<"GET paas/start">;

const texts = {
  title: { zh: "开始使用", en: "Get started" },
  progress: { zh: "已完成 {n} / {total}", en: "{n} of {total} done" },
  done: { zh: "已完成", en: "Done" },
  hide: { zh: "不再显示", en: "Dismiss" },
  finish: { zh: "完成", en: "Finish" },
  save: { zh: "保存", en: "Save" },
  nameLabel: { zh: "公司或网站名称", en: "Company or site name" },
  nameEmpty: { zh: "请输入名称", en: "Enter a name" },
  nameHint: {
    zh: "显示在网站的页眉和标题中。可在“主题”中为中英文分别设置。",
    en: "Shown in your site’s header and titles. You can set a name per language in Theme.",
  },
} satisfies Record<string, Text>;

const steps = [
  {
    key: "name",
    name: { zh: "为网站命名", en: "Name your site" },
    text: { zh: "访客看到的名称", en: "What visitors see in the header" },
  },
  {
    key: "colours",
    name: { zh: "选择色彩与字体", en: "Choose colours and type" },
    text: { zh: "用您的品牌色，浅色和深色都会适配", en: "Your brand’s colours, for light and dark" },
    url: "/paas/theme/list",
  },
  {
    key: "home",
    name: { zh: "编辑首页", en: "Edit the home page" },
    text: { zh: "添加组件，写上您的介绍", en: "Add components and say what you do" },
    url: "/builder",
  },
  {
    key: "publish",
    name: { zh: "发布", en: "Publish" },
    text: { zh: "发布后，访客即可看到您的页面", en: "Make the page visible to visitors" },
    url: "/builder",
  },
] satisfies { key: keyof FirstSteps["done"]; name: Text; text: Text; url?: string }[];

/** The form of the first step. Sets the same name for both languages. */
function NameForm({ site, onSaved }: { site: NonNullable<FirstSteps["site"]>; onSaved: () => void }) {
  const t = useText();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const formRef = useRef<HTMLFormElement>(null);
  /** Moves the focus to the next step, because this form is about to disappear. */
  function proceed(): void {
    if (formRef.current?.contains(document.activeElement))
      formRef.current.closest("li")?.nextElementSibling?.querySelector("a")?.focus();
    onSaved();
  }
  const { mutate, isPending } = useMutation({
    mutationFn: (names: { zh: string; en: string }) =>
      call("POST Api/{type}/QueryUpdate", { type: "site", id: site.id, version: site.version, name: names }),
    onSuccess: proceed,
    onError: (error) => setProblem(error.message),
  });
  return (
    <form
      ref={formRef}
      className="grid gap-1.5 pt-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const trimmedName = name.trim();
        if (trimmedName === "") return setProblem(t(texts.nameEmpty));
        if (!isPending) mutate({ zh: trimmedName, en: trimmedName });
      }}
    >
      <label htmlFor="space-name" className="text-sm font-medium text-ink-2">
        {t(texts.nameLabel)}
      </label>
      <div className="flex max-w-lg gap-2">
        <Input
          id="space-name"
          value={name}
          maxLength={40}
          autoComplete="organization"
          aria-invalid={problem !== undefined}
          aria-describedby="space-name-note"
          onChange={(event) => {
            setName(event.target.value);
            setProblem(undefined);
          }}
        />
        <Button type="submit" kind="primary" aria-busy={isPending}>
          {t(texts.save)}
        </Button>
      </div>
      <p id="space-name-note" className={`text-sm ${problem === undefined ? "text-ink-3" : "text-danger"}`}>
        {problem ?? t(texts.nameHint)}
      </p>
    </form>
  );
}

function StepMark({ index, isDone }: { index: number; isDone: boolean }) {
  const t = useText();
  return (
    <span
      className={`grid size-7 shrink-0 place-items-center rounded-full border text-sm tabular-nums ${isDone ? "border-brand bg-brand text-on-brand" : "border-line-2 text-ink-2"}`}
    >
      {isDone ? <Check size={16} strokeWidth={2} aria-label={t(texts.done)} /> : index + 1}
    </span>
  );
}

type StepProps = { index: number; isDone: boolean; person: Person; children?: ReactNode };

function Step({ index, isDone, person, children }: StepProps) {
  const t = useText();
  const step = steps[index]!;
  const title = (
    <>
      <StepMark index={index} isDone={isDone} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={isDone ? "text-ink-2" : "font-medium"}>{t(step.name)}</span>
        {!isDone && <span className="text-sm text-ink-2">{t(step.text)}</span>}
      </span>
    </>
  );
  const rowClass = "flex items-center gap-4 px-5 py-4";
  return (
    <li className="border-b border-line last:border-b-0">
      {"url" in step ? (
        <Link to={urlFor(person, step.url)} className={`${rowClass} hover:bg-paper-2`}>
          {title}
          <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" className="text-ink-3" />
        </Link>
      ) : (
        <div className={rowClass}>{title}</div>
      )}
      {children !== undefined && <div className="px-5 pb-5 sm:pl-16">{children}</div>}
    </li>
  );
}

/** The first steps for the administrator of a new space; completed steps have a check mark. */
export function FirstStepsList({ person }: { person: Person }) {
  const t = useText();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["start"],
    queryFn: ({ signal }) => call("GET paas/start", {}, { signal }),
    // Always refetched, because people complete the steps on other screens.
    staleTime: 0,
  });
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["start"] }),
      client.invalidateQueries({ queryKey: ["person"] }),
    ]);
  const dismissal = useMutation({
    mutationFn: () => call("POST paas/start/end", {}),
    onSuccess: refresh,
    onError: (error) => notify("error", error.message),
  });
  if (data === undefined || !data.isNew) return null;
  const count = Object.values(data.done).filter(Boolean).length;
  const isComplete = count === steps.length;
  return (
    <section aria-labelledby="start">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="start" className="font-semibold">
          {t(texts.title)}
          <span className="ml-3 text-sm font-normal text-ink-3 tabular-nums">
            {t(formatText(texts.progress, { n: count, total: steps.length }))}
          </span>
        </h2>
        <Button
          kind={isComplete ? "primary" : "quiet"}
          className={isComplete ? "" : "-mr-4"}
          disabled={dismissal.isPending}
          onClick={() => dismissal.mutate()}
        >
          {t(isComplete ? texts.finish : texts.hide)}
        </Button>
      </div>
      <ol className="border border-line bg-sheet">
        {steps.map(({ key }, index) => (
          <Step key={key} index={index} isDone={data.done[key]} person={person}>
            {key === "name" && !data.done.name && data.site !== null ? (
              <NameForm site={data.site} onSaved={() => void refresh()} />
            ) : undefined}
          </Step>
        ))}
      </ol>
    </section>
  );
}
