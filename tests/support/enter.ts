import { inject } from "vitest";
import type { Visitor } from "./browser.ts";
import { lastCode } from "./mailbox.ts";
import type { Server } from "./server.ts";

/** Signs the first administrator in on the sign-in page, with the one-time password and then the code by SMS. */
export async function signInAdministrator({ url }: Pick<Server, "url">, { page }: Visitor): Promise<void> {
  const { mobile, password } = inject("administrator");
  await page.goto("/user/login");
  await page.locator("input[name=username]").fill(mobile);
  await page.locator("input[name=password]").fill(password);
  await page.locator("button.go").click();
  await page.locator("input[name=code]").fill(await lastCode(url, mobile));
  await page.locator("button.go").click();
  await page.waitForURL("**/paas/index");
}

/** The cookies of a session. They sign a browser in without the sign-in page. */
export const sessionCookies = ({ token }: { token: string }, url: string) => [
  { name: "sid", value: token, url, httpOnly: true },
  { name: "signed_in", value: "1", url },
];
