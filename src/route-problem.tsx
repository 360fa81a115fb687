import { useEffect } from "react";
import { useRouteError } from "react-router";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useSay } from "#ui/locale.ts";

const words = {
  title: { zh: "这个界面没能打开", en: "This screen could not be opened" },
  text: {
    zh: "可能是网络中断，或者系统刚刚更新。重新加载后再试。",
    en: "The connection may be gone, or the program was just updated. Reload and try again.",
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
