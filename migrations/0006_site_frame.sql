ALTER TABLE "theme" ADD COLUMN "menu_name" jsonb;
ALTER TABLE "theme" ADD COLUMN "links" jsonb;
ALTER TABLE "theme" ADD COLUMN "footer" jsonb;
ALTER TABLE "theme" ADD COLUMN "legal" jsonb;
ALTER TABLE "theme" ADD COLUMN "disclaimer" jsonb;

-- What the program said at the top and the foot of every site is the platform's own: it keeps it, and others keep the way home.
SELECT set_config('meridian.tenant', '*', true);
UPDATE "theme" SET "links" = '[{"name": {"zh": "首页", "en": "Home"}, "url": "/index", "place": "before"}]';
UPDATE "theme" SET "links" = '[{"name": {"zh": "首页", "en": "Home"}, "url": "/index", "place": "before"}, {"name": {"zh": "关于我们", "en": "About us"}, "url": "/introduce", "place": "before", "below": "/about\n/advantage\n/team\n/joinus\n/news\n/news/edit"}, {"name": {"zh": "价格", "en": "Pricing"}, "url": "/price", "place": "after"}, {"name": {"zh": "联系我们", "en": "Contact us"}, "url": "/contactus", "place": "after"}]',
    "footer" = '[{"name": {"zh": "公司", "en": "Company"}, "links": [{"name": {"zh": "公司介绍", "en": "About"}, "url": "/introduce"}, {"name": {"zh": "优势", "en": "Strengths"}, "url": "/advantage"}, {"name": {"zh": "团队", "en": "Team"}, "url": "/team"}, {"name": {"zh": "新闻", "en": "News"}, "url": "/news"}, {"name": {"zh": "文档", "en": "Documentation"}, "url": "/wiki"}, {"name": {"zh": "价格", "en": "Pricing"}, "url": "/price"}, {"name": {"zh": "加入我们", "en": "Careers"}, "url": "/joinus"}, {"name": {"zh": "联系我们", "en": "Contact us"}, "url": "/contactus"}]}]',
    "legal" = '[{"name": {"zh": "用户协议", "en": "User agreement"}, "url": "/html?method=contract&id=2"}, {"name": {"zh": "隐私政策", "en": "Privacy policy"}, "url": "/html?method=contract&id=3"}]',
    "disclaimer" = '{"zh": "本站内容仅供介绍，不构成投资建议或要约。平台不发行金融产品、不保管客户资金、不承诺收益。", "en": "For information only; nothing here is investment advice or an offer. Meridian issues no financial products, holds no client funds and promises no returns."}'
  FROM "tenant" WHERE "tenant"."id" = "theme"."tenant_id" AND "tenant"."code" = 'meridian';
