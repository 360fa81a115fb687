/** The IANA time zone of this browser or server. */
export const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
