import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { ask } from "#ui/confirm.tsx";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useText } from "#ui/locale.ts";
import { Switch } from "#ui/switch.tsx";
import { randomId } from "#ui/random-id.ts";
import { notify } from "#ui/toast.tsx";
import { RegionSelect } from "./region-select.tsx";
import { Section } from "#ui/section.tsx";

const texts = {
  addresses: { zh: "收货地址", en: "Delivery addresses" },
  none: { zh: "暂无地址。", en: "No addresses yet." },
  add: { zh: "新增地址", en: "Add address" },
  edit: { zh: "编辑", en: "Edit" },
  editNamed: { zh: "编辑{name}的地址", en: "Edit the address of {name}" },
  remove: { zh: "删除", en: "Delete" },
  removeNamed: { zh: "删除{name}的地址", en: "Delete the address of {name}" },
  removeQuestion: { zh: "此操作将删除该地址，是否继续？", en: "Delete this address?" },
  cancel: { zh: "取消", en: "Cancel" },
  removed: { zh: "删除成功！", en: "Deleted" },
  save: { zh: "保存", en: "Save" },
  saved: { zh: "保存成功", en: "Saved" },
  name: { zh: "收件人", en: "Recipient" },
  mobile: { zh: "手机号", en: "Mobile number" },
  region: { zh: "所在地区", en: "Region" },
  address: { zh: "详细地址", en: "Street address" },
  isDefault: { zh: "设为默认地址", en: "Set as default" },
  default: { zh: "默认", en: "Default" },
};

type Address = CallOutput<"GET api/useraddress/get">[number];

function AddressDialog({ address, onClose, onSaved }: { address?: Address; onClose: () => void; onSaved: () => void }) {
  const t = useText();
  const [idempotencyKey] = useState(randomId);
  return (
    <FormDialog
      title={t(address === undefined ? texts.add : texts.edit)}
      save={t(texts.save)}
      initialValues={
        address === undefined
          ? { isDefault: "" }
          : {
              name: address.name,
              mobile: address.mobile,
              regionId: String(address.regionId),
              address: address.address,
              isDefault: address.isDefault ? "1" : "",
            }
      }
      fields={[
        { name: "name", label: t(texts.name), type: "text", autoComplete: "name", max: 50 },
        { name: "mobile", label: t(texts.mobile), type: "tel", autoComplete: "tel-national", max: 20 },
        {
          name: "regionId",
          label: t(texts.region),
          type: "other",
          render: ({ id, isInvalid, describedBy, onChange }) => (
            <RegionSelect
              id={id}
              initialRegionIds={address?.regionPath ?? []}
              isInvalid={isInvalid}
              describedBy={describedBy}
              onChange={(countyId) => onChange(countyId === undefined ? "" : String(countyId))}
            />
          ),
        },
        { name: "address", label: t(texts.address), type: "text", autoComplete: "street-address", max: 200 },
        {
          name: "isDefault",
          label: t(texts.isDefault),
          type: "other",
          isOptional: true,
          render: ({ id, value, onChange }) => (
            <Switch id={id} checked={value === "1"} onCheckedChange={(isOn) => onChange(isOn ? "1" : "")} />
          ),
        },
      ]}
      onSave={async ({ name = "", mobile = "", regionId, address: street = "", isDefault }) => {
        const values = { name, mobile, regionId: Number(regionId), address: street, isDefault: isDefault === "1" };
        const idInput = address === undefined ? {} : { id: address.id };
        await call("POST api/useraddress/SaveOrderAddress", { ...idInput, ...values }, { idempotencyKey });
        onSaved();
      }}
      onClose={onClose}
    />
  );
}

/** The signed-in person's delivery addresses, the default first. */
export function AddressesSection() {
  const t = useText();
  const queryClient = useQueryClient();
  const [dialogAddress, setDialogAddress] = useState<Address | "new">();
  const query = useQuery({
    queryKey: ["addresses"],
    queryFn: ({ signal }) => call("GET api/useraddress/get", {}, { signal }),
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["addresses"] });
  const { mutate } = useMutation({
    mutationFn: (id: string) => call("DELETE api/useraddress/delete", { id }),
    onSuccess: () => notify("success", t(texts.removed)),
    onError: (error) => notify("error", error.message),
    onSettled: refresh,
  });
  async function remove({ id }: Address): Promise<void> {
    if (await ask({ title: t(texts.removeQuestion), yes: t(texts.remove), no: t(texts.cancel), isDangerous: true }))
      mutate(id);
  }
  return (
    <Section title={t(texts.addresses)}>
      <QueryContent query={query}>
        {(addresses) => (
          <>
            {addresses.length === 0 && <p className="text-ink-2">{t(texts.none)}</p>}
            <ul className="grid gap-4">
              {addresses.map((address) => (
                <li key={address.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
                  <div className="min-w-0 flex-1 basis-60">
                    <p className="font-medium">
                      {address.name} <span className="text-ink-2 tabular-nums">{address.mobile}</span>
                      {address.isDefault && <span className="ml-2 text-sm text-success">{t(texts.default)}</span>}
                    </p>
                    <p className="text-sm text-ink-2">
                      {address.regionName} {address.address}
                    </p>
                  </div>
                  <div className="flex gap-2">
                    <Button
                      aria-label={t(formatText(texts.editNamed, { name: address.name }))}
                      onClick={() => setDialogAddress(address)}
                    >
                      {t(texts.edit)}
                    </Button>
                    <Button
                      kind="quiet"
                      aria-label={t(formatText(texts.removeNamed, { name: address.name }))}
                      onClick={() => void remove(address)}
                    >
                      {t(texts.remove)}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
            <Button className="justify-self-start" onClick={() => setDialogAddress("new")}>
              {t(texts.add)}
            </Button>
          </>
        )}
      </QueryContent>
      {dialogAddress !== undefined && (
        <AddressDialog
          {...(dialogAddress === "new" ? {} : { address: dialogAddress })}
          onClose={() => setDialogAddress(undefined)}
          onSaved={() => {
            setDialogAddress(undefined);
            notify("success", t(texts.saved));
            void refresh();
          }}
        />
      )}
    </Section>
  );
}
