import { useId, useState } from "react";
import { lazyControl } from "#ui/lazy-control.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { type Draft, type EditDraft, readDefinition, textOfDefinition } from "../draft/draft.ts";
import type { PlacedProblem } from "../draft/problems.ts";

const CodeInput = lazyControl(async () => (await import("#ui/code-input.tsx")).CodeInput, { height: 480 });

const texts = {
  name: { zh: "定义的 JSON", en: "Definition as JSON" },
  notDefinition: {
    zh: "定义须为 JSON 对象，含有字段列表 fields，其中每个字段都有 field 和 type。",
    en: "A definition is a JSON object with a list of fields, each with a field and a type.",
  },
};

type JsonProps = {
  draft: Draft;
  problems: readonly PlacedProblem[];
  onEdit: EditDraft;
};

/** The draft with a text as its definition: as it stands, if it is not one. */
function withText({ name, tableName, definition }: Draft, text: string): Draft {
  const read = readDefinition(text);
  return read === undefined ? { name, tableName, definition, json: text } : { name, tableName, definition: read };
}

/** The definition as text, for what the other panels do not offer. */
export function JsonView({ draft, problems, onEdit }: JsonProps) {
  const locale = useLocale();
  const t = useText();
  const id = useId();
  const text = textOfDefinition(draft);
  // What was typed stays as it is while it says the same as the draft.
  const [typed, setTyped] = useState(text);
  const displayedText = textOfDefinition(withText(draft, typed)) === text ? typed : text;
  return (
    <div className="grid content-start gap-4 p-4 sm:p-6">
      <CodeInput
        id={id}
        value={displayedText}
        name={t(texts.name)}
        rows={28}
        language="json"
        locale={locale}
        placeholder={undefined}
        invalid={draft.json !== undefined || problems.length > 0}
        disabled={false}
        describedBy={`${id}-problems`}
        onChange={(next) => {
          setTyped(next);
          onEdit((current) => withText(current, next), "json");
        }}
        onBlur={() => undefined}
      />
      <ul id={`${id}-problems`} className="grid gap-1 text-sm text-danger">
        {draft.json !== undefined && problems.length === 0 && <li>{t(texts.notDefinition)}</li>}
        {problems.map(({ path, text: problem }) => (
          <li key={path}>
            <span className="font-mono text-xs">{path}</span> {problem}
          </li>
        ))}
      </ul>
    </div>
  );
}
