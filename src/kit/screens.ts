import { areas } from "./app-pages.ts";

/** What stands around a screen, painted before the screen's code is there: the management's menu and bar, the builder's, the sign-in's plate, or nothing. */
export type FrameName = "management" | "builder" | "plate" | "bare";

/** An address of the app and the file of its screen: `features/auth/sign-in/sign-in` is `src/features/auth/sign-in/sign-in.screen.tsx`. */
export type ScreenRoute = {
  path: string;
  screen: string;
  frame: FrameName;
  /** Most who come here have no account yet: they are led to sign up at once. */
  signsUp?: true;
};
/** An address that leads to another one. */
export type Redirect = { path: string; to: string };

const signIn = { screen: "features/auth/sign-in/sign-in", frame: "plate" } as const;
const message = { screen: "features/admin/message", frame: "bare" } as const;
const auto = { screen: "features/admin/auto", frame: "management" } as const;
const inManagement = (path: string, screen: string): ScreenRoute => ({ path, screen, frame: "management" });

/** The addresses of the app that lead elsewhere. */
export const redirects: readonly Redirect[] = [
  // Where the older clients' check for administrators leads (B-037).
  { path: "login", to: "/user/login" },
  { path: "paas", to: "/paas/index" },
  { path: "user/index", to: "/paas/index" },
  { path: "service", to: "/service/index" },
];

/** Every other address of the app; the public pages are documents and not listed here. Matching ignores case. */
export const screenRoutes: readonly ScreenRoute[] = [
  { path: "user/login", ...signIn },
  { path: "user/register", ...signIn },
  { path: "views/user/login", ...signIn },
  { path: "dev/AutoConfig/Edit", screen: "features/auth/sign-in/find-password", frame: "plate" },
  { path: "dev/mailbox", screen: "features/auth/sms/mailbox", frame: "plate" },
  { path: "admin/login/:sign", screen: "features/auth/sign-in/entrance", frame: "bare" },
  { path: "message", ...message },
  { path: ":themetype/message", ...message },
  { path: "builder/:pageId?", screen: "features/builder/builder", frame: "builder" },
  inManagement("paas/index", "home"),
  inManagement("paas/user/setting", "settings"),
  inManagement("paas/user/account", "features/auth/pay-password/withdrawal"),
  inManagement("paas/sms", "features/auth/sms/sms-messages"),
  inManagement("paas/member/invite", "features/space/invite"),
  inManagement("service/index", "features/service/index"),
  { ...inManagement("service/open", "features/service/open"), signsUp: true },
  ...areas.flatMap((area) => [
    inManagement(`${area}/paasWork/details`, "features/workorder/details"),
    inManagement(`${area}/contactMessage/edit`, "features/contact/enquiry"),
    inManagement(`${area}/member/list`, "members"),
    inManagement(`${area}/serviceCode/list`, "codes"),
    inManagement(`${area}/serviceOpening/list`, "openings"),
  ]),
  ...["list", "add", "edit"].map((last) => ({ path: `service/:type/${last}`, ...auto })),
  inManagement("service/*", "features/service/test-page"),
  ...areas.filter((area) => area !== "service").map((area) => ({ path: `${area}/*`, ...auto })),
];
