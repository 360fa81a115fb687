import { Braces, PanelsTopLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { AnyRow } from "#kit/entity.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { StatusTag } from "#ui/status-tag.tsx";
import { type UndoActions, UndoButtons } from "#ui/undo-buttons.tsx";

const texts = {
  draft: { zh: "草稿", en: "Draft" },
  published: { zh: "已发布", en: "Published" },
  unpublished: { zh: "已取消发布", en: "Unpublished" },
  unapplied: { zh: "有未发布的修改", en: "Unpublished changes" },
  unsaved: { zh: "有未保存的修改", en: "Unsaved changes" },
  design: { zh: "设计", en: "Design" },
  json: { zh: "JSON", en: "JSON" },
  view: { zh: "编辑方式", en: "Ways to edit" },
  save: { zh: "保存草稿", en: "Save draft" },
  saveShort: { zh: "保存", en: "Save" },
  saving: { zh: "保存中…", en: "Saving…" },
  publish: { zh: "发布", en: "Publish" },
};
const colors: Readonly<Record<string, string>> = { draft: "ochre", published: "malachite", unpublished: "azurite" };
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

type HeadProps = UndoActions & {
  title: string;
  row: AnyRow | null;
  isDirty: boolean;
  /** Whether the saved draft is the published definition; undefined while this is being checked. */
  isLive: boolean | undefined;
  isBusy: boolean;
  isJson: boolean;
  /** Shows the definition as text, or the panels; undefined when only one of them is possible. */
  onJson: ((isJson: boolean) => void) | undefined;
  onSave: () => void;
  onPublish: () => void;
  children: ReactNode;
};

/** The name and state of the light app, and what can be done with it. */
export function EditorHead({
  title,
  row,
  isDirty,
  isLive,
  isBusy,
  isJson,
  undo,
  redo,
  onJson,
  onSave,
  onPublish,
  children,
}: HeadProps) {
  const t = useText();
  const state = (typeof row?.state === "string" ? row.state : "draft") as keyof typeof texts;
  const views = [
    { key: "design", Icon: PanelsTopLeft, isOn: !isJson },
    { key: "json", Icon: Braces, isOn: isJson },
  ] as const;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 sm:px-6 lg:px-8">
      <h1 className="min-w-0 truncate text-xl font-semibold tracking-tight">{title}</h1>
      <span className="text-sm text-ink-2">
        <StatusTag color={colors[state] ?? "ochre"}>{t(texts[state])}</StatusTag>
      </span>
      <span role="status" className="text-sm text-ink-3">
        {isDirty ? t(texts.unsaved) : state === "published" && isLive === false ? t(texts.unapplied) : ""}
      </span>
      <div className="tools">
        <UndoButtons undo={undo} redo={redo} />
        <div role="group" aria-label={t(texts.view)} className="flex rounded-sm border border-line-2 p-0.5">
          {views.map(({ key, Icon, isOn }) => (
            <button
              key={key}
              type="button"
              aria-pressed={isOn}
              disabled={onJson === undefined && !isOn}
              className="flex min-h-8 items-center gap-1.5 rounded-sm px-2.5 text-sm text-ink-2 not-disabled:hover:text-ink disabled:opacity-55 aria-pressed:bg-brand-tint aria-pressed:text-brand pointer-coarse:min-h-11"
              onClick={() => onJson?.(key === "json")}
            >
              <Icon {...icon} />
              <span className="max-sm:sr-only">{t(texts[key])}</span>
            </button>
          ))}
        </div>
        <span className="row-tools">{children}</span>
        <Button
          className="max-sm:ml-auto max-sm:px-3"
          disabled={isBusy}
          aria-label={t(isBusy ? texts.saving : texts.save)}
          aria-keyshortcuts="Control+S Meta+S"
          onClick={onSave}
        >
          <span className="max-sm:hidden">{t(isBusy ? texts.saving : texts.save)}</span>
          <span className="sm:hidden">{t(texts.saveShort)}</span>
        </Button>
        <Button kind="primary" className="max-sm:px-3" disabled={isBusy} onClick={onPublish}>
          {t(texts.publish)}
        </Button>
      </div>
    </header>
  );
}
