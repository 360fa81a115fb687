/** Available lifetimes of an API key, in days. */
export const keyLifetimes = [7, 30, 90, 365] as const;
