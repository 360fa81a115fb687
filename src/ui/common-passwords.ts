import { readCommonPasswords } from "#kit/password.ts";

let passwordList: ReadonlySet<string> | undefined;

/** Fetches the list of common passwords, which only forms that ask for a new one need. Without it the server still refuses them. */
export async function loadCommonPasswords(): Promise<void> {
  const { default: list } = await import("../kit/common-passwords.txt?raw");
  passwordList = readCommonPasswords(list);
}

/** Whether a password is on the list; false while the list has not come. */
export const isCommonPassword = (password: string): boolean => passwordList?.has(password.toLowerCase()) === true;
