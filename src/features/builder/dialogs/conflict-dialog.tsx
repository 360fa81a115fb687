import { useState } from "react";
import { relativeTime } from "#kit/relative-time.ts";
import { settingId } from "#kit/page.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { useEditor } from "#features/builder/editor/editor.ts";
import { labelOf } from "#features/builder/document/names.ts";
import type { Conflict } from "#features/builder/session/session-state.ts";

const texts = {
  title: { zh: "他人已修改相同的内容", en: "Someone else changed this content" },
  text: {
    zh: "请逐项选择要保留的版本，您的其他修改不受影响。",
    en: "Choose which version of each part to keep. Your other changes are not affected.",
  },
  mine: { zh: "保留我的", en: "Keep mine" },
  theirs: { zh: "采用对方的", en: "Use theirs" },
  gone: { zh: "对方已删除", en: "They deleted it" },
  save: { zh: "按选择保存", en: "Save selection" },
  back: { zh: "返回继续编辑", en: "Back to editing" },
  done: { zh: "保存成功", en: "Saved" },
};

type Choice = "mine" | "theirs";

/** Resolves a conflict: the person chooses a version of each record that both sides changed. */
export function ConflictDialog({ conflict, onClose }: { conflict: Conflict; onClose: () => void }) {
  const locale = useLocale();
  const t = useText();
  const { session, store } = useEditor();
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const [isBusy, setIsBusy] = useState(false);
  const isDecided = conflict.records.every(({ id }) => choices[id] !== undefined);

  async function resolve(): Promise<void> {
    setIsBusy(true);
    const serverVersionIds = conflict.records.filter(({ id }) => choices[id] === "theirs").map(({ id }) => id);
    if (await session.resolve(conflict, new Set(serverVersionIds))) notify("success", texts.done[locale]);
  }

  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      description={t(texts.text)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(texts.back)}</Button>
          <Button kind="primary" disabled={!isDecided || isBusy} onClick={() => void resolve()}>
            {t(texts.save)}
          </Button>
        </>
      }
    >
      {conflict.records.map(({ id, by, at }) => (
        <fieldset key={id} className="mt-5 grid gap-2 sm:grid-cols-2">
          <legend className="mb-2 text-sm">
            <span className="font-medium">{labelOf(store, id, locale)}</span>
            <span className="ml-2 text-ink-3">
              {by} · {relativeTime(at, locale)}
            </span>
          </legend>
          {(["mine", "theirs"] as const).map((side) => (
            <label
              key={side}
              className="flex cursor-pointer items-center gap-2 rounded-sm border border-line-2 p-3 text-sm font-medium hover:border-ink has-checked:border-brand has-checked:bg-brand-tint"
            >
              <input
                type="radio"
                name={`conflict-${id}`}
                className="accent-brand"
                checked={choices[id] === side}
                onChange={() => setChoices({ ...choices, [id]: side })}
              />
              {t(texts[side])}
              {side === "theirs" &&
                conflict.serverPage.diyPageInfo.page.records[id] === undefined &&
                id !== settingId && <span className="font-normal text-ink-3">{t(texts.gone)}</span>}
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}
