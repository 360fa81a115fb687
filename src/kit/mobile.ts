import type { Text } from "./text.ts";

/** 11 digits, first 1, second 3 to 9 (B-213). */
export const mobilePattern = /^1[3-9]\d{9}$/;
export const mobileMessage: Text = { zh: "手机号不正确", en: "The phone number is incorrect" };

/** The number without spaces, hyphens and +86 or 0086 in front, full-width digits converted. Does not validate it. */
export function normalizeMobile(input: string): string {
  return input
    .normalize("NFKC")
    .replace(/[\s-]/g, "")
    .replace(/^(\+86|0086)/, "");
}

/** Whether a typed number is valid once normalized. */
export const isMobile = (input: string): boolean => mobilePattern.test(normalizeMobile(input));

/** Masks a number: 138****5678. */
export function maskMobile(mobile: string): string {
  return mobile.replace(/^(\d{3})\d+(\d{4})$/, "$1****$2");
}

/** A name as others see it: one that is a mobile number is masked. */
export const maskedName = (name: string): string => (isMobile(name) ? maskMobile(normalizeMobile(name)) : name);
