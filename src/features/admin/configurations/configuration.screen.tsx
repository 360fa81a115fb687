import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { formatText } from "#kit/text.ts";
import { queryParameter } from "#kit/url.ts";
import { call } from "#client/call.ts";
import { NotFound, ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { JsonObjectEditor } from "#ui/json-object-editor.ts";
import { useText } from "#ui/locale.ts";
import { EditScreen } from "../auto-edit.tsx";
import { parseAutoPath } from "../auto-path.ts";
import { TypedValue } from "./typed-value.tsx";

const texts = {
  none: { zh: "还没有类型为“{type}”的配置。", en: "There is no configuration of the type “{type}” yet." },
  add: { zh: "新增配置", en: "Add a configuration" },
};

const editor = { Editor: TypedValue };

/** Redirects to the form of the configuration with a type; of several, to that of the first. */
function ConfigurationOfType({ area, type }: { area: string; type: string }) {
  const t = useText();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ["configurations", type],
    queryFn: ({ signal }) => call("GET Api/AutoConfig/GetAutoConfigList", { type }, { signal }),
    gcTime: 0,
  });
  const id = data?.[0]?.id;
  useEffect(() => {
    if (id === undefined) return;
    const query = new URLSearchParams({ Key: type, id });
    void navigate(`/${area}/AutoConfig/edit?${query.toString()}`, { replace: true });
  }, [area, id, navigate, type]);
  if (error !== null) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  if (data?.length !== 0) return <ScreenLoading />;
  return (
    <NotFound text={t(formatText(texts.none, { type }))}>
      <Link to={`/${area}/AutoConfig/add`} className="button-link">
        {t(texts.add)}
      </Link>
    </NotFound>
  );
}

/** The form of a configuration, or of a new one, by its id or its type: `/dev/AutoConfig/edit?Key=ShippingConfig`. */
export function ConfigurationScreen() {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const { area = "paas", screen = "edit" } = parseAutoPath(pathname) ?? {};
  const isNew = screen === "add";
  const type = queryParameter(query, "key");
  if (!isNew && queryParameter(query, "id") === undefined && type !== undefined)
    return <ConfigurationOfType key={type} area={area} type={type} />;
  return (
    <JsonObjectEditor value={editor}>
      <EditScreen key={screen} area={area} type="autoConfig" isNew={isNew} />
    </JsonObjectEditor>
  );
}
