// The mini program. It takes a newer version as soon as WeChat has one, and names its tabs in the language of the phone.
const { tabs } = settings;

App({
  onLaunch() {
    const updates = wx.getUpdateManager();
    updates.onUpdateReady(() => updates.applyUpdate());
    const locale = wx.getAppBaseInfo().language.startsWith("zh") ? "zh" : "en";
    tabs.forEach((text, index) => wx.setTabBarItem({ index, text: text[locale], fail() {} }));
  },
});
