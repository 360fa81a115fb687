import { readCommonPasswords } from "#kit/password.ts";

let passwordList: ReadonlySet<string> | undefined;

/** Loads the list of common passwords, for forms that set a password. The server checks the same list. */
export async function loadCommonPasswords(): Promise<void> {
  const { default: list } = await import("../kit/common-passwords.txt?raw");
  passwordList = readCommonPasswords(list);
}

/** Whether a password is on the list; false until the list is loaded. */
export const isCommonPassword = (password: string): boolean => passwordList?.has(password.toLowerCase()) === true;
