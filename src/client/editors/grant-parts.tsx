import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { givenVerbs, type Grant, type Verb } from "#kit/access.ts";
import { formatText, type Text } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";

const texts = {
  all: { zh: "全部操作和页面", en: "All actions and pages" },
  some: { zh: "{n} / {of} 项操作和页面", en: "Actions and pages: {n} of {of}" },
  actions: { zh: "操作", en: "Actions" },
  pages: { zh: "页面", en: "Pages" },
  label: { zh: "{entity}：{name}", en: "{entity}: {name}" },
} satisfies Record<string, Text>;

/** An action or a page of an entity, with the verbs of which a grant must have one. */
type Part = { id: string; name: string; verbs: readonly Verb[] };
/** An entity with the actions and pages to which a grant can be narrowed. */
type GrantedEntity = { name: string; actions: readonly Part[]; pages: readonly Part[] };

const partLists = ["actions", "pages"] as const;
type PartList = (typeof partLists)[number];

/** The actions or pages that the verbs of a grant allow. */
const allowedParts = (entity: GrantedEntity, grant: Grant, list: PartList): readonly Part[] =>
  entity[list].filter((part) => part.verbs.some((verb) => givenVerbs(grant).includes(verb)));
const isGiven = (grant: Grant, list: PartList, id: string): boolean => grant[list]?.includes(id) ?? true;

/** The grant with an action or page given or not. A list of all also stands for those that the entity gets later, and is left out. */
function withPart(entity: GrantedEntity, grant: Grant, list: PartList, toggled: { id: string; isOn: boolean }): Grant {
  const names = entity[list]
    .map(({ id }) => id)
    .filter((id) => (id === toggled.id ? toggled.isOn : isGiven(grant, list, id)));
  const { [list]: _before, ...rest } = grant;
  return names.length === entity[list].length ? rest : { ...rest, [list]: names };
}

type GrantPartsProps = {
  entity: GrantedEntity;
  grant: Grant;
  disabled: boolean;
  onChange: (grant: Grant) => void;
};

/** A button that says how many actions and pages a grant gives, and below it checkboxes to narrow it to some. */
export function GrantParts({ entity, grant, disabled, onChange }: GrantPartsProps) {
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const lists = partLists
    .map((list) => ({ list, parts: allowedParts(entity, grant, list) }))
    .filter(({ parts }) => parts.length > 0);
  const all = lists.flatMap(({ list, parts }) => parts.map((part) => isGiven(grant, list, part.id)));
  if (all.length === 0) return null;
  const given = all.filter(Boolean).length;
  const summary = given === all.length ? texts.all : formatText(texts.some, { n: given, of: all.length });
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="flex min-h-8 items-center gap-1.5 text-sm text-ink-2 hover:text-brand pointer-coarse:min-h-11"
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="sr-only">{entity.name}: </span>
        {t(summary)}
        <ChevronRight
          size={14}
          strokeWidth={1.5}
          aria-hidden="true"
          className={`transition-transform ${isOpen ? "rotate-90" : ""}`}
        />
      </button>
      {isOpen && (
        <div id={id} className="grid w-full gap-3 border-t border-line pt-3">
          {lists.map(({ list, parts }) => (
            <div
              key={list}
              role="group"
              aria-label={t(texts[list])}
              className="flex flex-wrap items-baseline gap-x-6 gap-y-2"
            >
              <span className="w-24 text-sm text-ink-3 max-sm:w-full">{t(texts[list])}</span>
              {parts.map((part) => (
                <LabelledCheckbox
                  key={part.id}
                  label={`${t(formatText(texts.label, { entity: entity.name, name: part.name }))} · ${t(texts[list])}`}
                  checked={isGiven(grant, list, part.id)}
                  disabled={disabled}
                  onChange={(isOn) => onChange(withPart(entity, grant, list, { id: part.id, isOn }))}
                >
                  {part.name}
                </LabelledCheckbox>
              ))}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
