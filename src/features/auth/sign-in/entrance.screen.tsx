import { useEffect } from "react";
import { useParams } from "react-router";
import { errorMessage } from "#kit/error-message.ts";
import { call } from "#client/call.ts";
import { ask } from "#ui/confirm.tsx";
import { pageLocale } from "#ui/page-locale.ts";
import { storeReturnAddress } from "#client/return-address.ts";
import { ScreenLoading } from "#client/screen-states.tsx";

const texts = {
  notice: { zh: "提示", en: "Notice" },
  wrong: { zh: "后台入口地址错误", en: "This sign-in address is incorrect" },
  yes: { zh: "确定", en: "OK" },
};
const home = "/web/home";
const adminArea = "/admin/paasWork/list";

/** Checks the secret address, then redirects to sign-in and on to the admin area, or shows an error (S-051). */
async function enter(sign: string): Promise<void> {
  const locale = pageLocale();
  const problem = await call("POST Api/Admin/CheckSign", { sign }).then(
    (isRight) => (isRight ? undefined : texts.wrong[locale]),
    errorMessage,
  );
  if (problem !== undefined) {
    await ask({ title: texts.notice[locale], text: problem, yes: texts.yes[locale] });
    // A full page load, so that nothing of the previous session stays in memory.
    return location.replace(home);
  }
  storeReturnAddress(adminArea);
  location.replace("/user/login");
}

/** The screen at the secret address of the admin sign-in. The address grants nothing; access requires signing in. */
export function EntranceScreen() {
  const { sign = "" } = useParams();
  useEffect(() => {
    void enter(sign);
  }, [sign]);
  return <ScreenLoading />;
}
