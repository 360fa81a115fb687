/** Days for which an API key can be made. */
export const keyLifetimes = [7, 30, 90, 365] as const;
