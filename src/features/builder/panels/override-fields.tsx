import { RotateCcw } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import {
  type ClientOverride,
  overriddenClients,
  overriddenClientWidths,
  overriddenWidths,
  overrideIn,
  type Variant,
  variantsIn,
  type WidthOverride,
  withOverride,
} from "#kit/client-override.ts";
import { clientNames } from "#kit/client-type.ts";
import type { PageRecord } from "#kit/page.ts";
import { isClientWidth, pageWidthAt, partsOfClientWidth, widthName } from "#kit/page-width.ts";
import { formatText, inLocale, type Text } from "#kit/text.ts";
import { variantName } from "#kit/variant-name.ts";
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
  onlyBothHelp: {
    zh: "位置、尺寸、样式和隐藏只在{client}的这些宽度生效；文字、图片和链接在{client}的所有宽度都会修改。",
    en: "Place, size, style and hiding apply to {client} at these widths only. Text, images and links change in {client} at every width.",
  },
  rule: {
    zh: "同一设置以较窄宽度的值为准；宽度相同时，以单个客户端的值为准。",
    en: "Values of a narrower width come first. At the same width, those of one client do.",
  },
  covered: { zh: "以“{variant}”的值为准", en: "Replaced by “{variant}”" },
  inEffect: { zh: "当前生效", en: "In effect" },
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

/** The client of a variant; undefined for a width of all clients. */
const clientOf = (variant: Variant): string | undefined => {
  if (typeof variant === "number") return undefined;
  return isClientWidth(variant) ? partsOfClientWidth(variant).client : variant;
};

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

type VariantOverridesProps = {
  record: PageRecord;
  variant: Variant;
  /** Of the variants that count in the view, the one whose value of a key is shown; undefined if there is none. */
  winnerOf: (key: string) => Variant | undefined;
  /** Whether the variant counts in the view. */
  isInView: boolean;
};

function VariantOverrides({ record, variant, winnerOf, isInView }: VariantOverridesProps) {
  const t = useText();
  const locale = useLocale();
  const { store } = useEditor();
  const name = variantName(variant)[locale];
  const title = t(
    typeof variant === "number" ? formatText(texts.width, { width: name }) : formatText(texts.title, { client: name }),
  );
  /** Which value is shown, where several variants have one. */
  function stateOf(key: string): string | undefined {
    const winner = winnerOf(key);
    if (!isInView || winner === undefined) return undefined;
    return winner === variant
      ? t(texts.inEffect)
      : t(formatText(texts.covered, { variant: variantName(winner)[locale] }));
  }
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
            <span className="min-w-0">
              <span className="block truncate">{nameOf(key)}</span>
              {stateOf(key) !== undefined && <span className="block text-xs text-ink-3">{stateOf(key)}</span>}
            </span>
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
  const client = useAspect(view, (current) => current.client);
  if (width === undefined || store.isContentOnly) return null;
  const help =
    client === undefined
      ? texts.onlyWidthHelp
      : formatText(texts.onlyBothHelp, { client: clientNames[client][locale] });
  return (
    <div className={isEdited ? "client-note" : ""}>
      <LabelledCheckbox
        checked={isEdited}
        disabled={false}
        onChange={(isChosen) => view.set({ ...view.get(), isWidthEdited: isChosen })}
      >
        {t(formatText(texts.onlyWidth, { width: widthName(width)[locale] }))}
      </LabelledCheckbox>
      {isEdited && <p>{t(help)}</p>}
    </div>
  );
}

/** What the edits of a component are for: the client in view, the width, or both. */
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

/**
 * What differs at widths, and in clients, of the one in view or of all, each with its way back to the common value; nothing if there is none. Where several
 * have a value of the same setting, the one that is shown is named.
 */
export function OverrideFields({ id }: { id: string }) {
  const t = useText();
  const { store, view } = useEditor();
  const client = useAspect(view, (current) => current.client);
  const width = useAspect(view, (current) => pageWidthAt(current.width));
  const subscribe = useCallback((listener: () => void) => store.onRecord(id, listener), [store, id]);
  const record = useSyncExternalStore(subscribe, () => store.stored.record(id));
  if (record === undefined) return null;
  const all: Variant[] = [...overriddenClients(record), ...overriddenWidths(record), ...overriddenClientWidths(record)];
  const chosen = all.filter(
    (variant) => client === undefined || [undefined, client].includes(clientOf(variant) as never),
  );
  const inView = variantsIn(client, width).filter((variant) => all.includes(variant));
  const holdersOf = (key: string) =>
    inView.filter((variant) => keysOf(overrideIn(record, variant) as Override).includes(key));
  const winnerOf = (key: string) => (holdersOf(key).length > 1 ? holdersOf(key).at(-1) : undefined);
  return (
    <>
      {chosen.map((variant) => (
        <VariantOverrides
          key={variant}
          record={record}
          variant={variant}
          winnerOf={winnerOf}
          isInView={inView.includes(variant)}
        />
      ))}
      {chosen.length > 1 && <p className="text-sm text-ink-3">{t(texts.rule)}</p>}
    </>
  );
}
