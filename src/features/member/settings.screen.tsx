import type { ReactNode } from "react";
import { chooseColorScheme, type ColorScheme, useColorScheme } from "#ui/color-scheme.ts";
import { chooseLocale, useLocale, useSay } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";
import { useTitle } from "#ui/title.ts";
import { Face } from "./account-menu.tsx";
import { nameOf, usePerson } from "./person.ts";

const words = {
  title: { zh: "账号设置", en: "Account settings" },
  profile: { zh: "个人资料", en: "Profile" },
  mobile: { zh: "手机号", en: "Mobile" },
  space: { zh: "所属空间", en: "Space" },
  role: { zh: "身份", en: "Role" },
  administrator: { zh: "管理员", en: "Administrator" },
  member: { zh: "成员", en: "Member" },
  security: { zh: "登录密码", en: "Password" },
  hasPassword: {
    zh: "已设置。可以用短信验证码换一个新的，其他设备会退出登录。",
    en: "Set. You can replace it with a code by SMS; other devices are signed out.",
  },
  noPassword: {
    zh: "还没有设置登录密码，目前只能用短信验证码登录。",
    en: "Not set yet. For now you sign in with a code by SMS.",
  },
  setPassword: { zh: "设置新密码", en: "Set a new password" },
  preferences: { zh: "偏好", en: "Preferences" },
  language: { zh: "语言", en: "Language" },
  scheme: { zh: "外观", en: "Appearance" },
  light: { zh: "浅色", en: "Light" },
  dark: { zh: "深色", en: "Dark" },
  system: { zh: "跟随系统", en: "Like the system" },
};

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-t border-line py-7 lg:grid-cols-[180px_minmax(0,720px)]">
      <h2 className="text-sm font-semibold">{title}</h2>
      <div className="grid gap-5">{children}</div>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 sm:grid-cols-[160px_1fr]">
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

/** Account settings (spec section 2, /paas/user/setting). */
export function SettingsScreen() {
  const say = useSay();
  const locale = useLocale();
  const scheme = useColorScheme();
  const { data: person } = usePerson();
  useTitle(say(words.title));
  if (person === undefined) return null;
  const isAdministrator = person.isAdministrator || person.isSuperAdmin;
  return (
    <>
      <h1 className="mb-6 text-2xl font-semibold tracking-tight">{say(words.title)}</h1>
      <Section title={say(words.profile)}>
        <div className="flex items-center gap-4">
          <Face person={person} className="size-12 text-lg" />
          <p className="text-lg font-medium">{nameOf(person)}</p>
        </div>
        <dl className="grid gap-3">
          <Fact name={say(words.mobile)}>
            <span className="tabular-nums">{person.mobile}</span>
          </Fact>
          <Fact name={say(words.space)}>{person.tenant.name[locale]}</Fact>
          <Fact name={say(words.role)}>{say(isAdministrator ? words.administrator : words.member)}</Fact>
        </dl>
      </Section>
      <Section title={say(words.security)}>
        <p className="text-ink-2">{say(person.hasPassword ? words.hasPassword : words.noPassword)}</p>
        <a href="/dev/AutoConfig/Edit?Key=FindLoginPasswordAutoForm" className="button-link justify-self-start">
          {say(words.setPassword)}
        </a>
      </Section>
      <Section title={say(words.preferences)}>
        <div className="grid gap-1.5">
          <label htmlFor="language" className="justify-self-start text-sm font-medium text-ink-2">
            {say(words.language)}
          </label>
          <Select
            id="language"
            className="max-w-64"
            value={locale}
            options={[
              { key: "zh", name: "中文" },
              { key: "en", name: "English" },
            ]}
            onChange={(key) => chooseLocale(key === "zh" ? "zh" : "en")}
          />
        </div>
        <div className="grid gap-1.5">
          <label htmlFor="scheme" className="justify-self-start text-sm font-medium text-ink-2">
            {say(words.scheme)}
          </label>
          <Select
            id="scheme"
            className="max-w-64"
            value={scheme}
            options={(["system", "light", "dark"] as const).map((key) => ({ key, name: say(words[key]) }))}
            onChange={(key) => chooseColorScheme((key ?? "system") as ColorScheme)}
          />
        </div>
      </Section>
    </>
  );
}
