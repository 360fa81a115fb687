import { RotateCcw } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import { type ClientOverride, overriddenClients, overrideIn, withOverride } from "#kit/client-override.ts";
import { clientNames, type ClientType } from "#kit/client-type.ts";
import type { PageRecord } from "#kit/page.ts";
import { formatText, inLocale, type Text } from "#kit/text.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { settingsOf } from "#features/builder/document/names.ts";
import { useAspect } from "#features/builder/document/value.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { Tool, toolIcon } from "#features/builder/editor/tool.tsx";

const texts = {
  title: { zh: "{client}的不同之处", en: "Different in {client}" },
  only: { zh: "修改只用于{client}", en: "Changes apply to {client} only" },
  place: { zh: "位置与尺寸", en: "Position and size" },
  reset: { zh: "恢复通用值：{field}", en: "Reset to common value: {field}" },
};
const placeKey = "place";

/** The settings that an override has, and `place` for the position, size and rotation of a node. */
function keysOf(override: ClientOverride): string[] {
  const settings = new Set([...Object.keys(override.value ?? {}), ...Object.keys(override.formats ?? {})]);
  const isPlaced = override.box !== undefined || override.rotation !== undefined;
  return [...(isPlaced ? [placeKey] : []), ...settings];
}

/** An override without one of its keys. */
function withoutKey(override: ClientOverride, key: string): ClientOverride {
  const { box: _box, rotation: _rotation, ...values } = override;
  if (key === placeKey) return values;
  const { value = {}, formats = {}, ...rest } = override;
  const [nextValue, nextFormats] = [{ ...value }, { ...formats }];
  delete nextValue[key];
  delete nextFormats[key];
  return {
    ...rest,
    ...(Object.keys(nextValue).length === 0 ? {} : { value: nextValue }),
    ...(Object.keys(nextFormats).length === 0 ? {} : { formats: nextFormats }),
  };
}

function ClientOverrides({ record, client }: { record: PageRecord; client: ClientType }) {
  const t = useText();
  const locale = useLocale();
  const { store } = useEditor();
  const title = t(formatText(texts.title, { client: clientNames[client][locale] }));
  const nameOf = (key: string) =>
    key === placeKey ? t(texts.place) : (inLocale(settingsOf(record)?.[key]?.name as Text | undefined, locale) ?? key);

  function reset(key: string): void {
    const before = store.stored.record(record.id);
    const override = before && overrideIn(before, client);
    if (override === undefined) return;
    const after = withOverride(before!, client, withoutKey(override, key));
    store.edit({ records: [{ id: record.id, before: before!, after }] }, { isStored: true });
  }
  return (
    <section aria-label={title} className="client-overrides">
      <h3 className="state">{title}</h3>
      <ul>
        {keysOf(overrideIn(record, client)!).map((key) => (
          <li key={key} className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate">{nameOf(key)}</span>
            <Tool name={t(formatText(texts.reset, { field: nameOf(key) }))} onClick={() => reset(key)}>
              <RotateCcw {...toolIcon} />
            </Tool>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whom the edits of a component are for, while a client is in view. */
export function ClientNote() {
  const t = useText();
  const locale = useLocale();
  const { view } = useEditor();
  const client = useAspect(view, (current) => current.client);
  if (client === undefined) return null;
  return <p className="client-note">{t(formatText(texts.only, { client: clientNames[client][locale] }))}</p>;
}

/** What differs in clients, of the one in view or of all, each with its way back to the common value; nothing if there is none. */
export function OverrideFields({ id }: { id: string }) {
  const { store, view } = useEditor();
  const client = useAspect(view, (current) => current.client);
  const subscribe = useCallback((listener: () => void) => store.onRecord(id, listener), [store, id]);
  const record = useSyncExternalStore(subscribe, () => store.stored.record(id));
  if (record === undefined) return null;
  return overriddenClients(record)
    .filter((other) => client === undefined || other === client)
    .map((other) => <ClientOverrides key={other} record={record} client={other} />);
}
