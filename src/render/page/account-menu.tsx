import type { RenderContext } from "#kit/widget.ts";
import { signInNames, signInUrls } from "./top-menu.ts";

const texts = {
  account: { zh: "我的账号", en: "My account" },
  edit: { zh: "编辑此页", en: "Edit this page" },
  manage: { zh: "管理后台", en: "Admin area" },
  service: { zh: "服务专区", en: "Services" },
  settings: { zh: "账号设置", en: "Account settings" },
  signOut: { zh: "退出登录", en: "Sign out" },
};

/**
 * Sign-in and sign-up links for visitors, avatar and menu for a signed-in person (B-012). The HTML contains both and is the same for everybody:
 * `islands/account.ts` fills in the person and shows the menu instead of the links.
 */
export function AccountMenu({ context: { t, path } }: { context: RenderContext }) {
  return (
    <div className="account" data-account="">
      <div className="visitor">
        <a className="plain" href={signInUrls.login} data-sign-in="login" rel="nofollow">
          {t(signInNames.login)}
        </a>
        <a className="action solid small" href={signInUrls.reg} data-sign-in="reg" rel="nofollow">
          {t(signInNames.reg)}
        </a>
      </div>
      <details className="person popup" name="top" data-popup="hover">
        {/* Its accessible name is the person's name, which phones do not show, followed by the name of the menu. */}
        <summary aria-labelledby="account-name account-menu">
          <span className="user-name" data-user-name="" id="account-name" />
          <span className="avatar" data-avatar="" />
          <span id="account-menu" hidden>
            {t(texts.account)}
          </span>
        </summary>
        <div className="panel">
          <div className="who">
            <span className="avatar" data-avatar="" />
            <span className="user-name" data-user-name="" />
            <span className="mono" data-mobile="" />
          </div>
          <a href={`/builder?path=${encodeURIComponent(path)}`} data-edit-page="" hidden>
            {t(texts.edit)}
          </a>
          <a href="/paas/index">{t(texts.manage)}</a>
          <a href="/service/index">{t(texts.service)}</a>
          <a href="/paas/user/setting">{t(texts.settings)}</a>
          <button type="button" data-sign-out="">
            {t(texts.signOut)}
          </button>
        </div>
      </details>
    </div>
  );
}
