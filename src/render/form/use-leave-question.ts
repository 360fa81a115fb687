import type { RefObject } from "react";
import type { Text } from "#kit/text.ts";
import { useLeaveGuard } from "#client/navigation/leave-guard.ts";
import { ask } from "#ui/confirm.tsx";
import { useLocale } from "#ui/locale.ts";

export type LeaveQuestion = Record<"title" | "text" | "yes" | "no", Text>;

const unsavedChanges: LeaveQuestion = {
  title: { zh: "有未保存的修改", en: "Unsaved changes" },
  text: { zh: "离开后，未保存的修改将会丢失。", en: "Your changes will be lost if you leave." },
  yes: { zh: "离开", en: "Leave" },
  no: { zh: "继续编辑", en: "Keep editing" },
};

/**
 * Asks before a screen with unsaved changes is left within the app; the browser asks when the app itself is left. `discard`: called when the person
 * leaves.
 */
export function useLeaveQuestion(
  isDirty: RefObject<boolean>,
  discard?: () => void,
  question: LeaveQuestion = unsavedChanges,
): void {
  const locale = useLocale();
  useLeaveGuard(({ current, next }) => {
    if (!isDirty.current || current.pathname + current.search === next.pathname + next.search) return undefined;
    const answer = ask({
      title: question.title[locale],
      text: question.text[locale],
      yes: question.yes[locale],
      no: question.no[locale],
      isDangerous: true,
    });
    return answer.then((isLeaving) => {
      if (isLeaving) discard?.();
      return isLeaving;
    });
  });
}
