import { pinyin } from "pinyin-pro";
import { hasHan } from "./han.ts";

/** The number of characters that are converted at the beginning of a text, and the number of texts whose syllables are cached. */
const maxLength = 60;
const maxCached = 5000;
const letters = /^[a-z]{1,40}$/;

/** The syllables of Chinese texts: `ke`, `hu` for 客户; letters and digits of a text stay. */
const cache = new Map<string, readonly string[]>();

function syllablesOf(text: string): readonly string[] {
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  const syllables = pinyin(text.slice(0, maxLength), { toneType: "none", type: "array", v: true }).map((syllable) =>
    syllable.toLowerCase().trim(),
  );
  if (cache.size >= maxCached) cache.clear();
  cache.set(text, syllables);
  return syllables;
}

/** Whether letters are the pinyin, or the initials, of a part of a Chinese text: `kehu` and `kh` find 客户. The last syllable may be incomplete. */
export function matchesPinyin(text: string, query: string): boolean {
  const word = query.toLowerCase().replaceAll("'", "");
  if (!letters.test(word) || !hasHan(text)) return false;
  const syllables = syllablesOf(text);
  const initials = syllables.map((syllable) => syllable.slice(0, 1)).join("");
  return initials.includes(word) || syllables.some((_, index) => syllables.slice(index).join("").startsWith(word));
}
