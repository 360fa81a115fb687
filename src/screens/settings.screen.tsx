import { type ComponentProps, useEffect } from "react";
import { useLocation } from "react-router";
import type { Text } from "#kit/text.ts";
import { chooseColorScheme, type ColorScheme, useColorScheme } from "#ui/color-scheme.ts";
import { chooseLocale, useLocale, useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";
import { useTitle } from "#ui/title.ts";
import { AddressesSection } from "#features/address/addresses-section.tsx";
import { IdentitySection } from "#features/auth/provider/identity-setting.tsx";
import { ProviderSection } from "#features/auth/provider/provider-section.tsx";
import { DevicesSection } from "#features/auth/account/devices-section.tsx";
import { usePerson } from "#client/person.ts";
import { ProfileSection } from "#features/auth/account/profile-section.tsx";
import { Section } from "#ui/section.tsx";
import { SecuritySection } from "#features/auth/account/security-section.tsx";
import { StorageSection } from "#features/media/storage-section.tsx";
import { CloseSpaceSection } from "#features/space/close-space-section.tsx";
import { CustomDomainsSection } from "#features/space/site-hosts-section.tsx";
import { AppBundlesSection } from "#features/site/app-bundle/app-bundles-section.tsx";
import { StaticExportSection } from "#features/site/static-export/static-export-section.tsx";
import { SiteSection } from "#features/space/site-section.tsx";
import { TransferSection } from "#features/transfer/transfer-section.tsx";
import screen from "./settings.screen.ts";

const texts = {
  preferences: { zh: "偏好", en: "Preferences" },
  language: { zh: "语言", en: "Language" },
  scheme: { zh: "外观", en: "Appearance" },
  light: { zh: "浅色", en: "Light" },
  dark: { zh: "深色", en: "Dark" },
  system: { zh: "跟随系统", en: "System" },
};

type PreferenceProps = Pick<ComponentProps<typeof Select>, "value" | "options" | "onChange"> & {
  id: string;
  name: Text;
};

function Preference({ id, name, ...select }: PreferenceProps) {
  const t = useText();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start text-sm font-medium text-ink-2">
        {t(name)}
      </label>
      <Select id={id} className="max-w-64" {...select} />
    </div>
  );
}

/** The settings of the person's account; below them administrators get those of the website, its custom domains and app bundles, the storage and the configuration of the space, and its end (S-040). */
export function SettingsScreen() {
  const t = useText();
  const locale = useLocale();
  const scheme = useColorScheme();
  const { data: person } = usePerson();
  const { hash, key: visit } = useLocation();
  useTitle(t(screen.title));
  const isShown = person !== undefined;
  useEffect(() => {
    if (!isShown || hash === "") return;
    const heading = document.getElementById(hash.slice(1));
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "center" });
  }, [isShown, hash, visit]);
  if (person === undefined) return null;
  return (
    <>
      <h1 className="mb-6 text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
      <ProfileSection person={person} />
      {!person.isLimitedToSpace && (
        <>
          <SecuritySection person={person} />
          <DevicesSection />
        </>
      )}
      <IdentitySection />
      <AddressesSection />
      <Section title={t(texts.preferences)}>
        <Preference
          id="language"
          name={texts.language}
          value={locale}
          options={[
            { key: "zh", name: "中文" },
            { key: "en", name: "English" },
          ]}
          onChange={(key) => chooseLocale(key === "zh" ? "zh" : "en")}
        />
        <Preference
          id="scheme"
          name={texts.scheme}
          value={scheme}
          options={(["system", "light", "dark"] as const).map((key) => ({ key, name: t(texts[key]) }))}
          onChange={(key) => chooseColorScheme((key ?? "system") as ColorScheme)}
        />
      </Section>
      {(person.isAdministrator || person.isSuperAdmin) && (
        <>
          <SiteSection person={person} />
          <CustomDomainsSection person={person} />
          <StaticExportSection person={person} />
          <AppBundlesSection />
          <ProviderSection />
          <StorageSection />
          <TransferSection />
          <CloseSpaceSection person={person} />
        </>
      )}
    </>
  );
}
