import { Boxes, ClipboardCheck, FileSignature, HardDrive, type LucideIcon, SquarePlus, Users } from "lucide-react";
import type { Text } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import { blankDraft, type Draft } from "./draft/draft.ts";
import { draftOfTemplate, lightAppTemplates } from "./templates.ts";

const texts = {
  title: { zh: "新建轻应用", en: "New light app" },
  text: {
    zh: "从模板开始，字段、分组和权限之后都能修改。",
    en: "Begin with a template. You can change its fields, groups and access later.",
  },
  blank: { zh: "空白", en: "Blank" },
  blankIntro: { zh: "从一个字段开始", en: "Begin with one field" },
};

const icons: Readonly<Record<string, LucideIcon>> = {
  customer: Users,
  device: HardDrive,
  businessContract: FileSignature,
  inspection: ClipboardCheck,
  asset: Boxes,
};

type Card = { key: string; name: Text; intro: Text; fields: string; draft: () => Draft };

/** What a new light app begins with: nothing, or a template. */
export function TemplateChooser({ onChoose }: { onChoose: (draft: Draft) => void }) {
  const t = useText();
  useTitle(t(texts.title));
  const cards: Card[] = [
    { key: "blank", name: texts.blank, intro: texts.blankIntro, fields: "", draft: blankDraft },
    ...lightAppTemplates.map((template): Card => ({
      key: template.tableName,
      name: template.name,
      intro: template.intro,
      fields: template.definition.fields.map(({ name }) => t(name as Text)).join(" · "),
      draft: () => draftOfTemplate(template),
    })),
  ];
  return (
    <div className="grid gap-6">
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">{t(texts.title)}</h1>
        <p className="mt-1 text-ink-2">{t(texts.text)}</p>
      </header>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {cards.map(({ key, name, intro, fields, draft }) => {
          const Icon = icons[key] ?? SquarePlus;
          return (
            <li key={key}>
              <button
                type="button"
                className="grid size-full content-start gap-3 rounded-md border border-line bg-sheet p-5 text-left transition-colors hover:border-brand hover:bg-brand-tint"
                onClick={() => onChoose(draft())}
              >
                <Icon size={22} strokeWidth={1.5} aria-hidden="true" className="text-brand" />
                <span>
                  <span className="block font-semibold text-ink">{t(name)}</span>
                  <span className="block text-sm text-ink-2">{t(intro)}</span>
                </span>
                {fields !== "" && <span className="line-clamp-2 text-xs text-ink-3">{fields}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
