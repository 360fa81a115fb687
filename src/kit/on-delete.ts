/** What happens to a row when the row that its relation refers to is deleted. Without an effect, the relation keeps its value. */
export const deletionEffects = ["clear", "delete", "refuse"] as const;
export type DeletionEffect = (typeof deletionEffects)[number];
