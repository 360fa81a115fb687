import { readCommonPasswords } from "#kit/password.ts";

let passwordList: ReadonlySet<string> | undefined;

/** Loads the list of common passwords, for forms that set a new one. Without it the server still refuses them. */
export async function loadCommonPasswords(): Promise<void> {
  const { default: list } = await import("../kit/common-passwords.txt?raw");
  passwordList = readCommonPasswords(list);
}

/** Whether a password is on the list; false while the list has not come. */
export const isCommonPassword = (password: string): boolean => passwordList?.has(password.toLowerCase()) === true;
