import { type RefObject, useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { ask } from "#ui/confirm.tsx";
import { useLocale } from "#ui/locale.ts";

const texts = {
  stay: { zh: "继续编辑", en: "Keep editing" },
  leave: { zh: "离开", en: "Leave" },
  lose: { zh: "有未保存的修改", en: "Unsaved changes" },
  loseText: { zh: "离开后，未保存的修改将会丢失。", en: "Your changes will be lost if you leave." },
};

/**
 * Asks before a screen with unsaved changes is left within the app; the browser asks when the app itself is left. `discard`: called when the person
 * leaves.
 */
export function useLeaveQuestion(isDirty: RefObject<boolean>, discard?: () => void): void {
  const locale = useLocale();
  const latestDiscard = useRef(discard);
  useEffect(() => {
    latestDiscard.current = discard;
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty.current &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void ask({
      title: texts.lose[locale],
      text: texts.loseText[locale],
      yes: texts.leave[locale],
      no: texts.stay[locale],
      isDangerous: true,
    }).then((isLeaving) => {
      if (!isLeaving) return blocker.reset();
      latestDiscard.current?.();
      blocker.proceed();
    });
  }, [blocker, locale]);
}
