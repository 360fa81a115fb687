import { useLeaveGuard } from "#client/navigation/leave-guard.ts";
import { ask } from "#ui/confirm.tsx";
import { useLocale } from "#ui/locale.ts";
import type { Editor } from "./editor.ts";

const texts = {
  title: { zh: "有未保存的修改", en: "Unsaved changes" },
  text: {
    zh: "这些修改尚未保存到服务器。离开后仍保留在本机浏览器中，下次打开时恢复。",
    en: "These changes are not saved to the server yet. This browser keeps them and restores them the next time you open the page.",
  },
  leave: { zh: "离开", en: "Leave" },
  stay: { zh: "留下", en: "Stay" },
};

/** Asks for confirmation before leaving a page with unsaved edits for another screen. The browser stores these edits in any case. */
export function useUnsavedGuard({ session, pageId }: Editor): void {
  const locale = useLocale();
  useLeaveGuard(({ next }) =>
    !session.isUnsaved() || next.pathname.endsWith(pageId)
      ? undefined
      : ask({
          title: texts.title[locale],
          text: texts.text[locale],
          yes: texts.leave[locale],
          no: texts.stay[locale],
        }),
  );
}
