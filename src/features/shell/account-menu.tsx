import { Building2, LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import { useNavigate } from "react-router";
import type { Locale } from "#kit/text.ts";
import { chooseColorScheme, useColorScheme } from "#ui/color-scheme.ts";
import { loadAction } from "#ui/load-action.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { Menu } from "#ui/menu.tsx";
import { Avatar } from "#client/avatar.tsx";
import { nameOf, type Person } from "#client/person.ts";
import { enterSpace, useSpaces } from "#client/spaces.ts";

const texts = {
  account: { zh: "我的账号", en: "My account" },
  settings: { zh: "账号设置", en: "Account settings" },
  invited: { zh: "邀请", en: "Invitation" },
  signOut: { zh: "退出登录", en: "Sign out" },
  scheme: { zh: "外观", en: "Appearance" },
  light: { zh: "浅色", en: "Light" },
  dark: { zh: "深色", en: "Dark" },
  system: { zh: "跟随系统", en: "System" },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

const loadSignOut = loadAction(() => import("./sign-out.ts"));

/** Signs out; the code for it is loaded first. */
function signOut(locale: Locale): void {
  void loadSignOut(locale).then((file) => file?.signOut());
}

/** The account menu: avatar, name and mobile number, settings, spaces and sign-out (B-013). */
export function AccountMenu({ person }: { person: Person }) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const { data: spaces = [] } = useSpaces();
  const itemForSpace = ({ tenantId, name, isCurrent, isInvitation }: (typeof spaces)[number]) => ({
    name: name[locale],
    icon: <Building2 {...icon} className="shrink-0" />,
    ...(isInvitation ? { note: t(texts.invited) } : {}),
    isChosen: isCurrent,
    run() {
      if (!isCurrent) void enterSpace(tenantId).catch(() => undefined);
    },
  });
  return (
    <Menu
      label={`${nameOf(person)} · ${t(texts.account)}`}
      className="grid size-9 place-items-center rounded-full pointer-coarse:size-11"
      trigger={<Avatar person={person} className="size-7 text-sm" />}
      head={
        <div className="mb-1 flex items-center gap-3 border-b border-line px-3 py-3">
          <Avatar person={person} className="size-9" />
          <div className="min-w-0">
            <p className="truncate font-medium">{nameOf(person)}</p>
            {nameOf(person) !== person.mobile && <p className="font-mono text-xs text-ink-3">{person.mobile}</p>}
          </div>
        </div>
      }
      popupClassName="max-w-72"
      items={[
        { name: t(texts.settings), icon: <Settings {...icon} />, run: () => void navigate("/paas/user/setting") },
        "separator",
        ...(spaces.length < 2 ? [] : [...spaces.map(itemForSpace), "separator" as const]),
        { name: t(texts.signOut), icon: <LogOut {...icon} />, run: () => void signOut(locale) },
      ]}
    />
  );
}

/** The menu of colour schemes: light, dark, or that of the system. */
export function SchemeMenu() {
  const t = useText();
  const scheme = useColorScheme();
  const icons = { light: Sun, dark: Moon, system: Monitor };
  const Icon = icons[scheme];
  return (
    <Menu
      label={t(texts.scheme)}
      className="grid size-9 place-items-center rounded-sm text-ink-2 hover:bg-paper-3 hover:text-ink pointer-coarse:size-11"
      trigger={<Icon {...icon} size={18} />}
      items={(["light", "dark", "system"] as const).map((key) => {
        const SchemeIcon = icons[key];
        return {
          name: t(texts[key]),
          icon: <SchemeIcon {...icon} />,
          isChosen: scheme === key,
          run: () => chooseColorScheme(key),
        };
      })}
    />
  );
}
