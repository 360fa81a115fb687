import { RotateCcw } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import {
  type ClientOverride,
  overriddenClients,
  overriddenWidths,
  overrideIn,
  type Variant,
  type WidthOverride,
  withOverride,
} from "#kit/client-override.ts";
import { clientNames } from "#kit/client-type.ts";
import type { PageRecord } from "#kit/page.ts";
import { pageWidthAt, widthName } from "#kit/page-width.ts";
import { formatText, inLocale, type Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { settingsOf } from "#features/builder/document/names.ts";
import { placeFreely } from "#features/builder/editor/place-freely.ts";
import { isLocked } from "#features/builder/document/selection.ts";
import { useAspect } from "#features/builder/document/value.ts";
import { contentOnlyText, useEditor } from "#features/builder/editor/editor.ts";
import { Tool, toolIcon } from "#features/builder/editor/tool.tsx";

const texts = {
  title: { zh: "{client}的不同之处", en: "Different in {client}" },
  only: { zh: "修改只用于{client}", en: "Changes apply to {client} only" },
  width: { zh: "{width}的不同之处", en: "Different at {width}" },
  onlyWidth: { zh: "仅修改{width}", en: "Only at {width}" },
  onlyWidthHelp: {
    zh: "位置、尺寸、样式和隐藏只在这些宽度生效；文字、图片和链接在所有宽度都会修改。",
    en: "Place, size, style and hiding apply at these widths only. Text, images and links change at every width.",
  },
  onlyWidthLater: {
    zh: "选择“所有客户端”后，可以单独设置此宽度。",
    en: "Choose “All clients” to set values for this width only.",
  },
  stacked: {
    zh: "画布元素在此宽度依次排列。自由放置后，可以单独设置位置与尺寸。",
    en: "Elements are stacked at this width. Place this one freely to set its position and size here.",
  },
  placeFreely: { zh: "自由放置", en: "Place freely" },
  isHidden: { zh: "隐藏", en: "Hidden" },
  place: { zh: "位置与尺寸", en: "Position and size" },
  reset: { zh: "恢复通用值：{field}", en: "Reset to common value: {field}" },
};
const placeKey = "place";
const hiddenKey = "isHidden";

type Override = ClientOverride & WidthOverride;

/** The settings that an override has, `place` for the position, size and rotation of a node, and `isHidden`. */
function keysOf(override: Override): string[] {
  const settings = new Set([...Object.keys(override.value ?? {}), ...Object.keys(override.formats ?? {})]);
  const isPlaced = override.box !== undefined || override.rotation !== undefined;
  return [...(override.isHidden === undefined ? [] : [hiddenKey]), ...(isPlaced ? [placeKey] : []), ...settings];
}

/** An override without one of its keys. */
function withoutKey(override: Override, key: string): Override {
  const { box: _box, rotation: _rotation, ...values } = override;
  if (key === placeKey) return values;
  if (key === hiddenKey) {
    const { isHidden: _, ...shown } = override;
    return shown;
  }
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

function VariantOverrides({ record, variant }: { record: PageRecord; variant: Variant }) {
  const t = useText();
  const locale = useLocale();
  const { store } = useEditor();
  const title =
    typeof variant === "number"
      ? t(formatText(texts.width, { width: widthName(variant)[locale] }))
      : t(formatText(texts.title, { client: clientNames[variant][locale] }));
  const nameOf = (key: string) =>
    key === placeKey || key === hiddenKey
      ? t(texts[key])
      : (inLocale(settingsOf(record)?.[key]?.name as Text | undefined, locale) ?? key);

  function reset(key: string): void {
    const before = store.stored.record(record.id);
    const override = before && overrideIn(before, variant);
    if (override === undefined) return;
    const after = withOverride(before!, variant, withoutKey(override, key));
    store.edit({ records: [{ id: record.id, before: before!, after }] }, { isStored: true });
  }
  return (
    <section aria-label={title} className="client-overrides">
      <h3 className="state">{title}</h3>
      <ul>
        {keysOf(overrideIn(record, variant)!).map((key) => (
          <li key={key} className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate">{nameOf(key)}</span>
            <Tool
              name={t(formatText(texts.reset, { field: nameOf(key) }))}
              {...(store.isContentOnly ? { reason: t(contentOnlyText) } : {})}
              onClick={() => reset(key)}
            >
              <RotateCcw {...toolIcon} />
            </Tool>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Chooses whether the edits of a component are for the width in view and narrower ones only. */
function WidthChoice() {
  const t = useText();
  const locale = useLocale();
  const { view, store } = useEditor();
  const width = useAspect(view, (current) => pageWidthAt(current.width));
  const isEdited = useAspect(view, (current) => current.isWidthEdited);
  const isOfClient = useAspect(view, (current) => current.client !== undefined);
  if (width === undefined || store.isContentOnly) return null;
  return (
    <div className={isEdited && !isOfClient ? "client-note" : ""}>
      <LabelledCheckbox
        checked={isEdited && !isOfClient}
        disabled={isOfClient}
        onChange={(isChosen) => view.set({ ...view.get(), isWidthEdited: isChosen })}
      >
        {t(formatText(texts.onlyWidth, { width: widthName(width)[locale] }))}
      </LabelledCheckbox>
      {isOfClient && <p className="text-sm text-ink-3">{t(texts.onlyWidthLater)}</p>}
      {isEdited && !isOfClient && <p>{t(texts.onlyWidthHelp)}</p>}
    </div>
  );
}

/** What the edits of a component are for: the client in view, or the width. */
export function VariantNote() {
  const t = useText();
  const locale = useLocale();
  const { view, store } = useEditor();
  const client = useAspect(view, (current) => current.client);
  return (
    <>
      {store.isContentOnly && <p className="client-note">{t(contentOnlyText)}</p>}
      {client !== undefined && (
        <p className="client-note">{t(formatText(texts.only, { client: clientNames[client][locale] }))}</p>
      )}
      <WidthChoice />
    </>
  );
}

/** In place of the position and size of a node that is stacked at the edited width: how it gets its own. */
export function StackedPlace({ id }: { id: string }) {
  const t = useText();
  const editor = useEditor();
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-ink-3">{t(texts.stacked)}</p>
      <Button disabled={isLocked(editor.store, id)} onClick={() => placeFreely(editor, id)}>
        {t(texts.placeFreely)}
      </Button>
    </div>
  );
}

/** What differs at widths, and in clients, of the one in view or of all, each with its way back to the common value; nothing if there is none. */
export function OverrideFields({ id }: { id: string }) {
  const { store, view } = useEditor();
  const client = useAspect(view, (current) => current.client);
  const subscribe = useCallback((listener: () => void) => store.onRecord(id, listener), [store, id]);
  const record = useSyncExternalStore(subscribe, () => store.stored.record(id));
  if (record === undefined) return null;
  const chosen: Variant[] = overriddenClients(record).filter((other) => client === undefined || other === client);
  return [...chosen, ...overriddenWidths(record)].map((variant) => (
    <VariantOverrides key={variant} record={record} variant={variant} />
  ));
}
