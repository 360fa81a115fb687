import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { normalizeSiteHost, siteHostProblem, siteHostProblemTexts, type SiteHostState } from "#kit/site-host.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import type { Person } from "#client/person.ts";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { SpaceSection } from "#client/navigation/space-section.tsx";
import { Button } from "#ui/button.tsx";
import { ask } from "#ui/confirm.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useText } from "#ui/locale.ts";
import { StatusTag } from "#ui/status-tag.tsx";
import { notify } from "#ui/toast.tsx";

type SiteHost = CallOutput<"GET paas/site/hosts">[number];

const texts = {
  intro: {
    zh: "使用您自己的域名访问站点。添加后，请用 TXT 记录验证域名归您所有。",
    en: "Serve your site from your own domain. After adding a domain, verify with a TXT record that you own it.",
  },
  add: { zh: "添加域名", en: "Add domain" },
  host: { zh: "域名", en: "Domain" },
  hint: { zh: "例如 www.example.com", en: "For example www.example.com" },
  save: { zh: "添加", en: "Add" },
  check: { zh: "立即检查", en: "Check now" },
  checkNamed: { zh: "立即检查 {host}", en: "Check now: {host}" },
  remove: { zh: "移除", en: "Remove" },
  removeNamed: { zh: "移除 {host}", en: "Remove {host}" },
  removeTitle: { zh: "移除域名“{host}”？", en: "Remove {host}?" },
  removeText: { zh: "站点将不再能通过此域名访问。", en: "Your site will no longer open at this domain." },
  removed: { zh: "域名已移除", en: "Domain removed" },
  cancel: { zh: "取消", en: "Cancel" },
  isActive: { zh: "域名已生效", en: "The domain is active" },
  steps: {
    zh: "请在域名服务商处添加以下 TXT 记录，然后检查。生效可能需要几分钟到数小时，系统每小时也会自动检查。",
    en: "Add this TXT record at your domain’s provider, then check. It may take minutes or hours to appear; we also check every hour.",
  },
  keep: {
    zh: "请保留此 TXT 记录：系统每天会再次检查，连续三天找不到记录后域名将停用。",
    en: "Keep this TXT record: it is checked every day, and the domain stops working after three days without it.",
  },
  target: {
    zh: "将域名的 CNAME 记录指向 {target}，访客才能打开站点。",
    en: "Point the domain’s CNAME record at {target} so that visitors reach your site.",
  },
  recordName: { zh: "记录名", en: "Record name" },
  recordValue: { zh: "记录值", en: "Value" },
  copy: { zh: "复制", en: "Copy" },
  showRecord: { zh: "查看 TXT 记录", en: "Show TXT record" },
} satisfies Record<string, Text>;
const stateLabels: Record<SiteHostState, { name: Text; color: string }> = {
  pending: { name: { zh: "待验证", en: "Pending verification" }, color: "ochre" },
  active: { name: { zh: "已生效", en: "Active" }, color: "malachite" },
  failed: { name: { zh: "验证失败", en: "Failed" }, color: "cinnabar" },
};

/** The name or value of a TXT record, with a button that copies it. */
function RecordField({ name, value }: { name: string; value: string }) {
  const t = useText();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <dt className="w-24 shrink-0 text-sm text-ink-3">{name}</dt>
      <dd className="flex min-w-0 flex-1 basis-52 items-center gap-3">
        <span className="min-w-0 flex-1 font-mono text-sm break-all">{value}</span>
        <CopyButton text={value}>{t(texts.copy)}</CopyButton>
      </dd>
    </div>
  );
}

function TxtRecord({ record, children }: { record: SiteHost["record"]; children: ReactNode }) {
  const t = useText();
  return (
    <div className="grid gap-3 text-sm text-ink-2">
      <p>{children}</p>
      <dl className="grid gap-2 rounded-sm border border-line bg-paper-2 p-3">
        <RecordField name={t(texts.recordName)} value={record.name} />
        <RecordField name={t(texts.recordValue)} value={record.value} />
      </dl>
    </div>
  );
}

/** `target`: the host name for the CNAME record; undefined if there is none. */
type HostProps = { item: SiteHost; target: string | undefined; onChange: (change: "removed" | SiteHost) => void };

/** A custom domain: its state, the TXT record that proves it, and buttons to check or remove it. */
function HostItem({ item, target, onChange }: HostProps) {
  const t = useText();
  const { id, host, state, problem, record } = item;
  const onError = (error: Error) => notify("error", error.message);
  const check = useMutation({
    mutationFn: () => call("POST paas/site/hosts/check", { id }),
    onSuccess(checkedHost) {
      onChange(checkedHost);
      const isActive = checkedHost.state === "active" && checkedHost.problem === null;
      const text = checkedHost.problem === null ? texts.isActive : siteHostProblemTexts[checkedHost.problem];
      notify(isActive ? "success" : "info", t(text));
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => call("POST paas/site/hosts/delete", { id }),
    onSuccess() {
      onChange("removed");
      notify("success", t(texts.removed));
    },
    onError,
  });
  async function askToRemove(): Promise<void> {
    const title = t(formatText(texts.removeTitle, { host }));
    const question = { title, yes: t(texts.remove), no: t(texts.cancel), isDangerous: true };
    if (await ask(state === "active" ? { ...question, text: t(texts.removeText) } : question)) remove.mutate();
  }
  const isBusy = check.isPending || remove.isPending;
  const isActive = state === "active";
  return (
    <li className="grid gap-3 border border-line bg-sheet p-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-mono font-medium break-all">{host}</p>
          <p className="text-sm text-ink-2">
            <StatusTag color={stateLabels[state].color}>{t(stateLabels[state].name)}</StatusTag>
            {problem !== null && <span className="ml-3">{t(siteHostProblemTexts[problem])}</span>}
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            disabled={isBusy}
            aria-busy={check.isPending}
            aria-label={t(formatText(texts.checkNamed, { host }))}
            onClick={() => check.mutate()}
          >
            {t(texts.check)}
          </Button>
          <Button
            disabled={isBusy}
            aria-label={t(formatText(texts.removeNamed, { host }))}
            onClick={() => void askToRemove()}
          >
            {t(texts.remove)}
          </Button>
        </div>
      </div>
      {isActive && problem === null ? (
        <details>
          <summary className="cursor-pointer text-sm text-ink-2">{t(texts.showRecord)}</summary>
          <div className="pt-3">
            <TxtRecord record={record}>{t(texts.keep)}</TxtRecord>
          </div>
        </details>
      ) : (
        <TxtRecord record={record}>{t(isActive ? texts.keep : texts.steps)}</TxtRecord>
      )}
      {target !== undefined && <p className="text-sm text-ink-2">{t(formatText(texts.target, { target }))}</p>}
    </li>
  );
}

type DialogProps = { onClose: () => void; onAdded: (item: SiteHost) => void };

function AddDialog({ onClose, onAdded }: DialogProps) {
  const t = useText();
  return (
    <FormDialog
      title={t(texts.add)}
      save={t(texts.save)}
      check={({ host = "" }) => {
        const problem = siteHostProblem(normalizeSiteHost(host));
        return problem === undefined ? {} : { host: t(problem) };
      }}
      fields={[
        { name: "host", label: t(texts.host), hint: t(texts.hint), type: "text", autoComplete: "off", max: 253 },
      ]}
      onSave={async ({ host = "" }) => onAdded(await call("POST paas/site/hosts/add", { host }))}
      onClose={onClose}
    />
  );
}

const queryKey = ["site hosts"];

/** The custom domains of the space's site. For administrators. */
export function CustomDomainsSection({ person }: { person: Person }) {
  const t = useText();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call("GET paas/site/hosts", {}, { signal }) });
  const { origin } = person.tenant;
  const hostname = origin === null ? "localhost" : new URL(origin).hostname;
  // The CNAME target; an installation without a public host name has none.
  const target = hostname.split(".").at(-1) === "localhost" ? undefined : hostname;
  const updateHosts = (update: (hosts: SiteHost[]) => SiteHost[]) =>
    client.setQueryData<SiteHost[]>(queryKey, (hosts) => hosts && update(hosts));
  return (
    <SpaceSection anchor="custom-domains">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-sm text-ink-2">{t(texts.intro)}</p>
        <Button onClick={() => setIsOpen(true)}>{t(texts.add)}</Button>
      </div>
      <QueryContent query={query}>
        {(items) =>
          items.length === 0 ? null : (
            <ul className="grid gap-4">
              {items.map((item) => (
                <HostItem
                  key={item.id}
                  item={item}
                  target={target}
                  onChange={(change) =>
                    updateHosts((hosts) =>
                      change === "removed"
                        ? hosts.filter(({ id }) => id !== item.id)
                        : hosts.map((other) => (other.id === change.id ? change : other)),
                    )
                  }
                />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {isOpen && (
        <AddDialog
          onClose={() => setIsOpen(false)}
          onAdded={(item) => {
            setIsOpen(false);
            updateHosts((hosts) => [...hosts, item]);
          }}
        />
      )}
    </SpaceSection>
  );
}
