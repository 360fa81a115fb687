/** Maximum length of the draft of a definition, in characters: of its two versions, the history can keep both. */
export const maxDraftCharacters = 60_000;
/** How long the values of a removed field are kept, in days. */
export const removedValueDays = 30;
