import { useEffect } from "react";
import { useRouteError } from "react-router";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useSay } from "#ui/locale.ts";

const words = {
  title: { zh: "此页面无法打开", en: "This page could not be opened" },
  text: {
    zh: "网络可能中断，或系统刚刚更新。请重新加载。",
    en: "You may be offline, or the system was just updated. Reload to try again.",
  },
  reload: { zh: "重新加载", en: "Reload" },
};

/** What stands in the place of a screen that failed, or whose code did not arrive (spec section 8, chunk load failures). */
export function RouteProblem() {
  const say = useSay();
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <EmptyState isProblem title={say(words.title)} text={say(words.text)}>
      <Button onClick={() => location.reload()}>{say(words.reload)}</Button>
    </EmptyState>
  );
}
