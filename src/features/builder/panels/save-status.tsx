import { dateTime } from "#kit/format.ts";
import { formatText, type Text } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import type { SaveState } from "#features/builder/session/session-state.ts";
import { useValue } from "#features/builder/document/value.ts";

const texts = {
  saved: { zh: "已保存 {time}", en: "Saved {time}" },
  dirty: { zh: "未保存，已留存在本机", en: "Not saved; kept in this browser" },
  unsafe: { zh: "未保存", en: "Not saved" },
  saving: { zh: "正在保存…", en: "Saving…" },
  failed: { zh: "保存失败：{message}", en: "Could not save: {message}" },
} satisfies Record<string, Text>;

function statusText(state: SaveState, isStored: boolean): Text {
  if (state.kind === "saved") return formatText(texts.saved, { time: dateTime(state.at, "HH:mm") });
  if (state.kind === "failed") return formatText(texts.failed, { message: state.message });
  if (state.kind === "dirty") return isStored ? texts.dirty : texts.unsafe;
  return texts.saving;
}

/** Whether all changes are saved; announced to screen readers when it changes. Its width is fixed, so that no button moves then. */
export function SaveStatus() {
  const t = useText();
  const { session } = useEditor();
  const state = useValue(session.state);
  const isStored = useValue(session.autosave.isStored);
  const text = t(statusText(state, isStored));
  return (
    <p
      role="status"
      title={text}
      className={`w-48 truncate text-xs max-sm:sr-only ${state.kind === "failed" ? "text-danger" : "text-ink-3"}`}
    >
      {text}
    </p>
  );
}
