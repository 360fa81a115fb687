import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { normalizeSiteCode, siteCodeProblem } from "#kit/site-code.ts";
import { formatText } from "#kit/text.ts";
import { platformCode } from "#kit/space.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { Input } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";
import { SpaceSection } from "#client/navigation/space-section.tsx";
import { spaceSettings } from "#client/navigation/space-settings.ts";
import { isUnreachable, siteOrigin, withLanguageForOtherHost } from "#client/space-site.ts";
import { notify } from "#ui/toast.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import type { Person } from "#client/person.ts";
import { Setting } from "#ui/section.tsx";

const texts = {
  none: {
    zh: "尚未配置域名，因此没有子域名。部署时设置 PUBLIC_URL 后，站点将使用子域名 {code}。",
    en: "No domain is configured, so there are no subdomains. Once PUBLIC_URL is set, your site will be at {code}.",
  },
  local: {
    zh: "此地址仅在服务器本机可用。部署时设置 PUBLIC_URL 后，其他人也能访问。",
    en: "This address works only on the server itself. Once PUBLIC_URL is set, others can open it.",
  },
  open: { zh: "访客在此地址查看您发布的页面。", en: "Visitors see your published pages here." },
  copy: { zh: "复制", en: "Copy" },
  change: { zh: "修改", en: "Change" },
  save: { zh: "保存", en: "Save" },
  saved: { zh: "站点地址已更换", en: "Site address changed" },
  code: { zh: "编码（子域名）", en: "Code (subdomain)" },
  hint: {
    zh: "3 至 40 个小写字母、数字或连字符。",
    en: "3–40 lower-case letters, digits and hyphens.",
  },
  effect: {
    zh: "立即生效：旧地址不再打开站点，90 天内不会分配给他人。",
    en: "Takes effect immediately. The old address stops working, and nobody else can take it for 90 days.",
  },
  signInAgain: {
    zh: "您正在使用旧地址，更换后请在新地址重新登录。",
    en: "You are on the old address. Sign in again on the new one afterwards.",
  },
};

type CodeInputProps = {
  id: string;
  value: string;
  suffix: string;
  isInvalid: boolean;
  describedBy: string | undefined;
  onChange: (value: string) => void;
};

/** The input of the code, followed by the rest of the host name. */
function CodeInput({ suffix, isInvalid, describedBy, onChange, ...input }: CodeInputProps) {
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <Input
        {...input}
        className="min-w-0 flex-1 font-mono"
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(target.value.toLowerCase())}
      />
      {suffix !== "" && <span className="max-w-1/2 truncate font-mono text-sm text-ink-3">{suffix}</span>}
    </div>
  );
}

type DialogProps = {
  person: Person;
  origin: string | null;
  onClose: () => void;
  onSaved: (newOrigin: string | null) => void;
};

function CodeDialog({ person, origin, onClose, onSaved }: DialogProps) {
  const t = useText();
  const { id, sign } = person.tenant;
  const isOnOwnSite = person.merchant.id === id;
  const { host = "" } = origin === null ? {} : new URL(origin);
  const suffix = host.startsWith(`${sign}.`) ? host.slice(sign.length) : "";
  return (
    <FormDialog
      title={t(spaceSettings["site-address"])}
      description={t(texts.effect)}
      {...(isOnOwnSite ? { intro: <p className="mt-3 text-ink-2">{t(texts.signInAgain)}</p> } : {})}
      save={t(texts.save)}
      initialValues={{ code: sign }}
      check={({ code = "" }) => {
        const problem = siteCodeProblem(normalizeSiteCode(code));
        return problem === undefined ? {} : { code: t(problem) };
      }}
      fields={[
        {
          name: "code",
          label: t(texts.code),
          hint: t(texts.hint),
          type: "other",
          render: (inputProps) => <CodeInput {...inputProps} suffix={suffix} />,
        },
      ]}
      onSave={async ({ code = "" }) => {
        const result = await call("POST paas/site/code", { code });
        onSaved(siteOrigin({ origin: result.origin, isCurrentSite: false }));
      }}
      onClose={onClose}
    />
  );
}

/** The address of the space's site, with its sub-domain: the space's code. For administrators. */
export function SiteSection({ person }: { person: Person }) {
  const t = useText();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { id, sign, origin: tenantOrigin } = person.tenant;
  const isOnOwnSite = person.merchant.id === id;
  const origin = siteOrigin({ origin: tenantOrigin, isCurrentSite: isOnOwnSite });
  // The platform's own site is at the address of the installation, which is a setting.
  const isFixed = sign === platformCode;

  function handleSaved(newOrigin: string | null): void {
    setIsOpen(false);
    notify("success", t(texts.saved));
    // The current host name has stopped working, so the page moves to the new one.
    if (isOnOwnSite && newOrigin !== null && newOrigin !== location.origin)
      location.assign(`${newOrigin}/paas/user/setting`);
    else void client.invalidateQueries({ queryKey: ["person"] });
  }

  return (
    <SpaceSection anchor="site-address">
      <Setting
        name={
          origin === null ? (
            <span className="font-mono">{sign}</span>
          ) : (
            <a
              href={withLanguageForOtherHost(`${origin}/`)}
              target="_blank"
              rel="noopener"
              className="font-mono break-all text-brand underline"
            >
              {origin.replace(/^https?:\/\//, "")}
            </a>
          )
        }
        action={
          <div className="flex gap-2">
            {origin !== null && <CopyButton text={`${origin}/`}>{t(texts.copy)}</CopyButton>}
            {!isFixed && <Button onClick={() => setIsOpen(true)}>{t(texts.change)}</Button>}
          </div>
        }
      >
        {origin === null
          ? t(formatText(texts.none, { code: sign }))
          : t(isUnreachable(origin) ? texts.local : texts.open)}
      </Setting>
      {isOpen && <CodeDialog person={person} origin={origin} onClose={() => setIsOpen(false)} onSaved={handleSaved} />}
    </SpaceSection>
  );
}
