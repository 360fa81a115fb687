import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { errorMessage } from "#kit/error-message.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import { removeTheme } from "#features/builder/theme/remove-theme.ts";
import screen from "./templates.screen.ts";

const texts = {
  intro: {
    zh: "使用模板会新建一个主题和它的草稿页面，不会改动网站现有的内容。设为当前主题之前，访客看不到。",
    en: "A template adds a theme and drafts of its pages. Nothing on your site changes, and visitors see none of it until you make the theme current.",
  },
  featured: { zh: "精选", en: "Featured" },
  chosen: { zh: "您选择的模板", en: "Your choice" },
  look: { zh: "查看效果", en: "See it live" },
  use: { zh: "使用模板", en: "Use template" },
  chooseNamed: { zh: "使用模板“{name}”", en: "Use the template {name}" },
  viewNamed: { zh: "查看模板“{name}”的效果", en: "See the template {name} live" },
  using: { zh: "正在创建…", en: "Creating…" },
  pages: { zh: "{n} 个页面：{names}", en: "{n} {n|page|pages}: {names}" },
  done: { zh: "已新建主题“{name}”和 {n} 个草稿页面", en: "Added the theme {name} and drafts of {n} {n|page|pages}" },
  undo: { zh: "撤销", en: "Undo" },
  undone: { zh: "已撤销", en: "Undone" },
} satisfies Record<string, Text>;

type Template = CallOutput<"GET Api/SiteTheme/Page">["rows"][number];

type TemplateCardProps = {
  template: Template;
  isChosen: boolean;
  isBusy: boolean;
  isDisabled: boolean;
  onUse: () => void;
};

function TemplateCard({ template, isChosen, isBusy, isDisabled, onUse }: TemplateCardProps) {
  const t = useText();
  const { name, intro, picture, level, pages, url } = template;
  const names = pages.map(({ title }) => title).join(t({ zh: "、", en: ", " }));
  return (
    <li
      className={`flex flex-col overflow-hidden rounded-sm border bg-sheet ${isChosen ? "border-brand outline-2 outline-brand" : "border-line"}`}
    >
      <img src={picture} alt="" width={960} height={720} className="aspect-[4/3] w-full object-cover" />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {level === 6 && (
            <span className="rounded-sm bg-brand-tint px-1.5 text-xs font-medium text-brand">{t(texts.featured)}</span>
          )}
          {isChosen && <span className="text-xs font-normal text-ink-2">{t(texts.chosen)}</span>}
        </h2>
        <p className="text-sm text-ink-2">{intro}</p>
        <p className="text-sm text-ink-2">{t(formatText(texts.pages, { n: pages.length, names }))}</p>
        <div className="flex flex-1 flex-wrap items-end gap-2 pt-2">
          <Button
            kind="primary"
            disabled={isDisabled}
            aria-busy={isBusy}
            aria-label={t(formatText(texts.chooseNamed, { name }))}
            onClick={onUse}
          >
            {t(isBusy ? texts.using : texts.use)}
          </Button>
          <a
            className="button-link"
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={t(formatText(texts.viewNamed, { name }))}
          >
            {t(texts.look)}
          </a>
        </div>
      </div>
    </li>
  );
}

/** The templates of sites. Using one adds a theme with drafts of its pages, which one step takes back. */
export function TemplatesScreen() {
  const locale = useLocale();
  const t = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [query] = useSearchParams();
  const [usedKey, setUsedKey] = useState<string>();
  /** A repeated press after a lost answer must not add the template twice. */
  const requestKey = useRef(randomId());
  useTitle(t(screen.title));
  const { data, error, refetch } = useQuery({
    queryKey: ["themes", "templates", locale],
    queryFn: ({ signal }) => call("GET Api/SiteTheme/Page", { status: 3, pageSize: 100 }, { signal }),
  });
  const { mutate, isPending } = useMutation({
    mutationFn: ({ sign }: Template) =>
      call("POST Api/SiteTheme/Apply", { template: sign }, { idempotencyKey: requestKey.current }),
    onError: (problem) => notify("error", errorMessage(problem)),
    async onSuccess({ themeId, pageCount }, { name }) {
      requestKey.current = randomId();
      await client.invalidateQueries();
      const undo = async () => {
        try {
          await navigate("/builder/templates");
          await removeTheme(themeId);
          await client.invalidateQueries();
          notify("success", t(texts.undone));
        } catch (problem) {
          notify("error", errorMessage(problem));
        }
      };
      notify("success", t(formatText(texts.done, { name, n: pageCount })), {
        actions: [{ name: t(texts.undo), run: () => void undo() }],
      });
      await navigate(`/builder/theme/${themeId}`);
    },
  });
  if (error !== null) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ScreenLoading />;
  const chosen = query.get("template");
  return (
    <div className="grid gap-5">
      <h1 className="text-xl font-semibold tracking-tight">{t(screen.title)}</h1>
      <p className="max-w-prose text-ink-2">{t(texts.intro)}</p>
      <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {data.rows.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            isChosen={template.sign === chosen}
            isBusy={isPending && usedKey === template.sign}
            isDisabled={isPending}
            onUse={() => {
              setUsedKey(template.sign);
              mutate(template);
            }}
          />
        ))}
      </ul>
    </div>
  );
}
