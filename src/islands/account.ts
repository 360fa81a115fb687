import { call } from "#client/call.ts";
import { askToSignOut } from "./sign-out.ts";

/** Whether the hint cookie of a session exists. It saves visitors a request and grants nothing. */
const hasSessionHint = () => /(?:^|; )signed_in=1/.test(document.cookie);

type Person = { avatar: string | null; userName: string; name: string; mobile: string };

/** The avatar of people without a picture and a name. */
const placeholder = `<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.25" aria-hidden="true">
  <circle cx="8" cy="5.5" r="2.75"/><path d="M2.75 14a5.25 5.25 0 0 1 10.5 0"/></svg>`;

function showAvatar(element: Element, { avatar, name, userName }: Person): void {
  const initial = [...(name || userName)][0] ?? "";
  // The first digit of a mobile number is no initial.
  if (avatar === null && /^\d?$/.test(initial)) element.innerHTML = placeholder;
  else if (avatar === null) element.replaceChildren(initial.toUpperCase());
  if (avatar === null) return;
  const picture = new Image();
  picture.src = avatar;
  picture.alt = "";
  element.replaceChildren(picture);
}

function fillAccount(account: HTMLElement, person: Person): void {
  for (const element of account.querySelectorAll("[data-avatar]")) showAvatar(element, person);
  for (const element of account.querySelectorAll("[data-user-name]"))
    element.textContent = person.name || person.userName;
  account.querySelector("[data-mobile]")!.textContent = person.mobile;
}

/** Replaces the sign-in links by the avatar of a signed-in person. Links and avatar share one grid cell, so nothing else on the page moves. */
export async function showPerson(): Promise<void> {
  if (!hasSessionHint()) return;
  const sessionText = document.querySelector<HTMLElement>("[data-session]");
  if (sessionText !== null) sessionText.textContent = sessionText.dataset.session!;
  const account = document.querySelector<HTMLElement>("[data-account]");
  if (account === null) return;
  account.dataset.signedIn = "";
  account.querySelector("[data-sign-out]")?.addEventListener("click", askToSignOut);
  try {
    const person = await call("GET api/user/View", {});
    fillAccount(account, person);
    // Administrators of this site see the link; the builder's calls check the access.
    const isMember = person.tenant.id === person.merchant.id;
    const mayEdit = isMember && (person.isAdministrator || person.isSuperAdmin);
    if (mayEdit) account.querySelector("[data-edit-page]")?.removeAttribute("hidden");
    const { builder } = person.menus;
    if (!isMember || builder === undefined) return;
    for (const menu of document.querySelectorAll<HTMLElement>("[data-builder-menu]"))
      (await import("./builder-menu.ts")).showBuilderMenu(menu, builder);
  } catch {
    // The session has ended, or there is no response: show the page as to a visitor.
    delete account.dataset.signedIn;
  }
}
