import { type FileLanguage, fileLanguages } from "#kit/export.ts";

const key = "meridian_export_language";

/** The language of the last file that was exported in this browser; undefined if there was none, or storage is not available. */
export function rememberedLanguage(): FileLanguage | undefined {
  try {
    const stored = localStorage.getItem(key);
    return fileLanguages.find((language) => language === stored);
  } catch {
    return undefined;
  }
}

/** Remembers the language of an exported file, if storage is available. */
export function rememberLanguage(language: FileLanguage): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Without storage the next export begins with the language of the reader.
  }
}
