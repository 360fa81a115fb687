import { areas } from "#kit/app-pages.ts";
import { createBrowserRouter, Navigate, type RouteObject } from "react-router";
import { type RouteHandle, SignedIn } from "#features/member/signed-in.tsx";
import { NotFound, ScreenLoading } from "#ui/screen-states.tsx";
import { RouteProblem } from "./route-problem.tsx";

const autoScreen = () =>
  import("#features/admin/auto.screen.tsx").then(({ AutoScreen }) => ({ Component: AutoScreen }));
const openings = () =>
  Promise.all([import("#features/admin/auto.screen.tsx"), import("#features/service/open-link.tsx")]).then(
    ([{ AutoScreen }, { OpenLink }]) => ({ element: <AutoScreen actions={<OpenLink />} /> }),
  );
const codes = () =>
  Promise.all([import("#features/admin/auto.screen.tsx"), import("#features/service/make-codes.tsx")]).then(
    ([{ AutoScreen }, { MakeCodes }]) => ({ element: <AutoScreen actions={<MakeCodes />} /> }),
  );
const members = () =>
  Promise.all([import("#features/admin/auto.screen.tsx"), import("#features/member/invitation-actions.tsx")]).then(
    ([{ AutoScreen }, { renderInvitationActions }]) => ({
      element: <AutoScreen renderActions={renderInvitationActions} />,
    }),
  );
const signIn = () =>
  import("#features/auth/sign-in.screen.tsx").then(({ SignInScreen }) => ({ Component: SignInScreen }));
const message = () =>
  import("#features/admin/message.screen.tsx").then(({ MessageScreen }) => ({ Component: MessageScreen }));

/** Every address of the app; the public pages are documents and not listed here. Matching ignores case. Every screen is loaded when it is first shown. */
const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteProblem,
    HydrateFallback: ScreenLoading,
    children: [
      // Where the older clients' check for administrators leads (spec section 2, fallbacks).
      { path: "login", element: <Navigate to="/user/login" replace /> },
      { path: "user/login", lazy: signIn },
      { path: "user/register", lazy: signIn },
      { path: "views/user/login", lazy: signIn },
      {
        path: "dev/AutoConfig/Edit",
        lazy: () =>
          import("#features/auth/find-password.screen.tsx").then(({ FindPasswordScreen }) => ({
            Component: FindPasswordScreen,
          })),
      },
      {
        path: "dev/mailbox",
        lazy: () =>
          import("#features/auth/mailbox.screen.tsx").then(({ MailboxScreen }) => ({ Component: MailboxScreen })),
      },
      {
        path: "admin/login/:sign",
        lazy: () =>
          import("#features/auth/entrance.screen.tsx").then(({ EntranceScreen }) => ({ Component: EntranceScreen })),
      },
      { path: "message", lazy: message },
      { path: ":themetype/message", lazy: message },
      {
        element: <SignedIn bare />,
        children: [
          {
            path: "builder/:pageId?",
            lazy: () =>
              import("#features/builder/builder.screen.tsx").then(({ BuilderScreen }) => ({
                Component: BuilderScreen,
              })),
          },
        ],
      },
      {
        element: <SignedIn />,
        children: [
          {
            ErrorBoundary: RouteProblem,
            children: [
              { path: "paas", element: <Navigate to="/paas/index" replace /> },
              { path: "user/index", element: <Navigate to="/paas/index" replace /> },
              {
                path: "paas/index",
                lazy: () =>
                  import("#features/member/home.screen.tsx").then(({ HomeScreen }) => ({ Component: HomeScreen })),
              },
              {
                path: "paas/user/setting",
                lazy: () =>
                  import("#features/member/settings.screen.tsx").then(({ SettingsScreen }) => ({
                    Component: SettingsScreen,
                  })),
              },
              {
                path: "paas/user/account",
                lazy: () =>
                  import("#features/member/withdrawal.screen.tsx").then(({ WithdrawalScreen }) => ({
                    Component: WithdrawalScreen,
                  })),
              },
              {
                path: "paas/sms",
                lazy: () =>
                  import("#features/auth/sms-messages.screen.tsx").then(({ SmsMessagesScreen }) => ({
                    Component: SmsMessagesScreen,
                  })),
              },
              {
                path: "paas/member/invite",
                lazy: () =>
                  import("#features/member/invite.screen.tsx").then(({ InviteScreen }) => ({
                    Component: InviteScreen,
                  })),
              },
              { path: "service", element: <Navigate to="/service/index" replace /> },
              {
                path: "service/index",
                lazy: () =>
                  import("#features/service/index.screen.tsx").then(({ ServiceScreen }) => ({
                    Component: ServiceScreen,
                  })),
              },
              {
                path: "service/open",
                handle: { signsUp: true } satisfies RouteHandle,
                lazy: () =>
                  import("#features/service/open.screen.tsx").then(({ OpenScreen }) => ({ Component: OpenScreen })),
              },
              ...areas.flatMap((area) => [
                {
                  path: `${area}/paasWork/details`,
                  lazy: () =>
                    import("#features/workorder/details.screen.tsx").then(({ WorkScreen }) => ({
                      Component: WorkScreen,
                    })),
                },
                {
                  path: `${area}/contactMessage/edit`,
                  lazy: () =>
                    import("#features/contact/enquiry.screen.tsx").then(({ EnquiryScreen }) => ({
                      Component: EnquiryScreen,
                    })),
                },
                { path: `${area}/member/list`, lazy: members },
                { path: `${area}/serviceCode/list`, lazy: codes },
                { path: `${area}/serviceOpening/list`, lazy: openings },
              ]),
              ...["list", "add", "edit"].map((screen) => ({ path: `service/:type/${screen}`, lazy: autoScreen })),
              {
                path: "service/*",
                lazy: () =>
                  import("#features/service/test-page.screen.tsx").then(({ TestPageScreen }) => ({
                    Component: TestPageScreen,
                  })),
              },
              ...areas.filter((area) => area !== "service").map((area) => ({ path: `${area}/*`, lazy: autoScreen })),
              { path: "*", element: <NotFound /> },
            ],
          },
        ],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
