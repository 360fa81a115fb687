import { useEffect, useState } from "react";
import { useLocale } from "./locale.ts";

export type Pinyin = (text: string, query: string) => boolean;

/**
 * A hook: matches Chinese names by their pinyin, for readers of Chinese. Loaded when it is first wanted; undefined before, and for readers of English.
 */
export function usePinyin(isWanted = true): Pinyin | undefined {
  const isChinese = useLocale() === "zh";
  const [match, setMatch] = useState<Pinyin>();
  useEffect(() => {
    if (!isChinese || !isWanted) return;
    import("#kit/pinyin.ts").then(
      ({ matchesPinyin }) => setMatch(() => matchesPinyin),
      () => undefined,
    );
  }, [isChinese, isWanted]);
  return isChinese ? match : undefined;
}
