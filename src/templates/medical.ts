import { defineSiteTemplate } from "#kit/site-template.ts";
import {
  articlePart,
  cardsPart,
  closingPart,
  contactPage,
  featurePart,
  figuresPart,
  heroPart,
  same,
  titlePart,
} from "./parts/parts.ts";

const care = { zh: "健康档案、心率与药片的插图", en: "A health record with a pulse, a heart and a pill" };
const clinic = { zh: "诊所大门与预约日历", en: "The door of a clinic beside a calendar of appointments" };

/** A clinic: calm colours, round shapes, much space. */
export default defineSiteTemplate({
  key: "medical",
  order: 3,
  name: { zh: "和安", en: "Stillwater" },
  intro: { zh: "医疗：诊所、体检与康复", en: "Healthcare: clinics, check-ups and recovery" },
  picture: "/assets/template-medical.svg",
  tokens: {
    paper: "#f7fbfb",
    ink: "#10292d",
    brand: "#0b6670",
    seal: "#6d4aa8",
    headingWeight: "medium",
    textSize: 17,
    space: "generous",
    radius: 20,
    shadow: "soft",
  },
  pages: [
    {
      path: "/index",
      title: { zh: "首页", en: "Home" },
      description: {
        zh: "全科、体检与康复，预约当天可见医生。",
        en: "General practice, check-ups and recovery. See a doctor the day you book.",
      },
      parts: [
        heroPart({
          subjects: [
            { zh: "全科", en: "General practice" },
            { zh: "体检", en: "Check-ups" },
            { zh: "康复", en: "Recovery" },
          ],
          headline: { zh: "从容看病，\n安心回家", en: "Time to listen,\nroom to heal" },
          lead: {
            zh: "每次就诊至少二十分钟。医生先听您说完，再看报告，最后一起决定怎么做。",
            en: "Every visit has at least twenty minutes. Your doctor hears you out, reads the results, and you decide together.",
          },
          primary: { zh: "预约就诊", en: "Book a visit" },
          primaryUrl: "/contactus",
          secondary: { zh: "看看科室", en: "Our departments" },
          secondaryUrl: "/services",
          image: "/assets/template-medical.svg",
          alt: care,
          background: "plain",
        }),
        figuresPart("tinted", [
          {
            value: { zh: "20 分钟", en: "20 min" },
            name: { zh: "每次就诊的时间，至少", en: "for every visit, at least" },
          },
          { value: { zh: "当天", en: "Same day" }, name: { zh: "可约到全科医生", en: "appointments with a doctor" } },
          {
            value: { zh: "36 位", en: "36" },
            name: { zh: "医生、护士与治疗师", en: "doctors, nurses and therapists" },
          },
        ]),
        cardsPart(
          {
            heading: { zh: "您需要什么", en: "What do you need?" },
            lead: {
              zh: "不确定挂哪个科，先约全科，我们帮您转。",
              en: "Not sure where to begin? See general practice first. We refer you from there.",
            },
          },
          [
            {
              name: { zh: "身体不舒服", en: "I feel unwell" },
              text: { zh: "发热、疼痛、慢病随访。", en: "Fever, pain, or a long-term condition." },
              link: { zh: "全科门诊", en: "General practice" },
              url: "/services",
            },
            {
              name: { zh: "想做体检", en: "I want a check-up" },
              text: {
                zh: "按年龄与家族史定项目，不多做一项。",
                en: "Chosen for your age and family history, and nothing more.",
              },
              link: { zh: "体检", en: "Check-ups" },
              url: "/services",
            },
            {
              name: { zh: "术后恢复", en: "I am recovering" },
              text: { zh: "治疗师一对一，每周一份进展。", en: "One therapist for you, and a report each week." },
              link: { zh: "康复", en: "Recovery" },
              url: "/services",
            },
          ],
        ),
        featurePart({
          eyebrow: { zh: "就诊流程", en: "Your visit" },
          heading: { zh: "三步，不排队", en: "Three steps, no queue" },
          lead: {
            zh: "到店即进诊室，报告在手机上读，随时可以追问。",
            en: "Walk straight in, read your results on your phone, and ask again any time.",
          },
          points: [
            {
              name: { zh: "线上预约", en: "Book online" },
              text: { zh: "选医生、选时间，填好主诉。", en: "Choose a doctor and a time, and say what troubles you." },
            },
            {
              name: { zh: "到店就诊", en: "Come in" },
              text: { zh: "提前五分钟到，诊室已经准备好。", en: "Arrive five minutes early. Your room is ready." },
            },
            {
              name: { zh: "后续随访", en: "Follow-up" },
              text: {
                zh: "三天后护士回访，记录进档案。",
                en: "A nurse calls after three days and notes it in your record.",
              },
            },
          ],
          image: "/assets/template-medical-clinic.svg",
          alt: clinic,
          side: "left",
        }),
        closingPart("brand", {
          heading: { zh: "今天就能见到医生", en: "See a doctor today" },
          lead: {
            zh: "如遇胸痛、昏迷等紧急情况，请立即拨打急救电话。",
            en: "In an emergency such as chest pain or fainting, call an ambulance at once.",
          },
          button: { zh: "预约就诊", en: "Book a visit" },
        }),
      ],
    },
    {
      path: "/services",
      title: { zh: "科室", en: "Departments" },
      description: { zh: "全科、体检、康复与儿科。", en: "General practice, check-ups, recovery and children." },
      parts: [
        titlePart(
          { zh: "科室", en: "Departments" },
          { zh: "一处就诊，前后都有人管", en: "One place, before and after" },
          {
            zh: "各科共用一份档案，您不用重复讲。",
            en: "All departments share one record. You never tell your story twice.",
          },
        ),
        cardsPart({ heading: { zh: "我们能做的", en: "What we do" } }, [
          {
            note: same("01"),
            name: { zh: "全科门诊", en: "General practice" },
            text: {
              zh: "常见病、慢病管理、开药与转诊。",
              en: "Everyday illness, long-term conditions, prescriptions and referrals.",
            },
          },
          {
            note: same("02"),
            name: { zh: "体检中心", en: "Check-ups" },
            text: { zh: "半天完成，医生当面解读。", en: "Half a day, and a doctor explains the results in person." },
          },
          {
            note: same("03"),
            name: { zh: "康复", en: "Recovery" },
            text: { zh: "术后、运动损伤与产后。", en: "After surgery, sports injuries and childbirth." },
          },
          {
            note: same("04"),
            name: { zh: "儿科", en: "Children" },
            text: { zh: "诊室有玩具，医生有耐心。", en: "Toys in the room, and patience in the doctor." },
          },
        ]),
      ],
    },
    {
      path: "/about-us",
      title: { zh: "关于诊所", en: "About the clinic" },
      description: { zh: "我们怎样看病。", en: "How we practise." },
      parts: [
        articlePart(
          { zh: "关于", en: "About" },
          { zh: "少开一项检查，多听一分钟", en: "One test fewer, one minute more" },
          { zh: "由七位全科医生共同创办。", en: "Founded by seven general practitioners." },
          { zh: "我们的承诺", en: "What we promise" },
          {
            zh: "收费项目全部公示，就诊前告知费用。医生的收入不与检查和药品挂钩。\n\n# 您的档案\n\n只有参与治疗的人可以看，每次查看都有记录，您也能看到是谁。\n\n# 意见\n\n每一条意见由院长在三天内答复。",
            en: "All fees are public, and you know the cost before the visit. Doctors earn nothing on tests or medicines.\n\n# Your record\n\nOnly those who treat you can read it. Every look is logged, and you can see whose it was.\n\n# Feedback\n\nThe head of the clinic answers every comment within three days.",
          },
        ),
      ],
    },
    contactPage(
      { zh: "预约就诊", en: "Book a visit" },
      {
        zh: "留下症状与方便的时间，护士会与您确认。",
        en: "Tell us your symptoms and when you are free. A nurse confirms the time.",
      },
      {
        zh: "# 门诊时间\n\n周一至周六 8:00–18:00\n\n# 急症\n\n请拨打急救电话，不要在此留言。",
        en: "# Hours\n\nMonday to Saturday, 8 am to 6 pm\n\n# Emergencies\n\nCall an ambulance. Do not write here.",
      },
    ),
  ],
});
