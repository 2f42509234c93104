import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './prose.module.css'
import { ARABIC_ID, Section } from './terms-sections.tsx'

/**
 * Opening the parcel, and the right of withdrawal of law 31-08 (articles 36 to 38), in French and in Arabic: both say the same,
 * so a change of one is a change of the other.
 */
export const Withdrawal = () => (
  <>
    <Section id="ouvrir-le-colis">
      <p>
        À la livraison, vous ouvrez le colis devant le livreur avant de payer, et vous vérifiez que les produits sont
        bien ceux de votre commande, et en bon état. Si quelque chose ne va pas, refusez le colis&nbsp;: vous ne payez
        rien. Seul le colis s’ouvre&nbsp;: laissez fermés les emballages des produits.
      </p>
    </Section>
    <Section id="changer-d-avis">
      <div className={style.right}>
        <dl className={style.delays}>
          <div>
            <dt>pour changer d’avis, dès la réception</dt>
            <dd>7&nbsp;jours</dd>
          </div>
          <div>
            <dt>au plus tard, pour vous rembourser</dt>
            <dd>15&nbsp;jours</dd>
          </div>
        </dl>
        <p>
          Pour un achat à distance, la <span className={common.nowrap}>loi n°&nbsp;31-08</span> édictant des mesures de
          protection du consommateur vous donne sept jours à compter de la réception pour changer d’avis
          (article&nbsp;36), sans motif et sans pénalité. Le délai est de trente jours si nous ne vous avons pas
          confirmé par écrit les informations que cette loi demande.
        </p>
        <ul className={classes(common.stack, common.gap2, style.bullets)}>
          <li>
            <strong>Prévenez-nous.</strong> Écrivez-nous ou appelez-nous dans ce délai, avec le numéro de votre
            commande, puis renvoyez-nous les produits. Les frais de retour sont, le cas échéant, à votre charge.
          </li>
          <li>
            <strong>Votre remboursement.</strong> Nous vous remboursons le montant total payé sans attendre, et au plus
            tard quinze jours après que vous avez exercé ce droit (article&nbsp;37).
          </li>
          <li>
            <strong>Les exceptions.</strong> L’article&nbsp;38 exclut de ce droit certains biens, notamment ceux qui,
            par leur nature, ne peuvent pas être réexpédiés, ou qui risquent de se détériorer ou de se périmer
            rapidement. Un soin ou un complément déjà ouvert peut en faire partie, pour des raisons d’hygiène&nbsp;:
            demandez-nous avant de le renvoyer.
          </li>
          <li>
            <strong>Un produit abîmé ou différent.</strong> Ces exceptions ne touchent pas vos droits sur un produit
            abîmé, ou qui n’est pas celui que vous avez commandé.
          </li>
        </ul>
        <details className={style.arabic} lang="ar" dir="rtl">
          <summary>
            <h3>فتح الطرد والتراجع خلال سبعة أيام</h3>
            <Icon name="chevron-down" />
          </summary>
          <div id={ARABIC_ID}>
            <dl className={style.delays}>
              <div>
                <dt>للتراجع، ابتداء من التسلم</dt>
                <dd>7 أيام</dd>
              </div>
              <div>
                <dt>على الأكثر، لرد المبلغ</dt>
                <dd>15 يوما</dd>
              </div>
            </dl>
            <p>
              عند التسليم، تفتحون الطرد أمام عامل التوصيل قبل الأداء، وتتأكدون من أن المنتجات هي التي طلبتموها وأنها
              سليمة. وإذا وجدتم خللا فارفضوا الطرد، ولن تؤدوا شيئا. يُفتح الطرد وحده، وتبقى علب المنتجات مغلقة.
            </p>
            <p>
              في الشراء عن بعد، يمنحكم القانون رقم 31.08 القاضي بتحديد تدابير لحماية المستهلك أجل سبعة أيام ابتداء من
              تاريخ التسلم للتراجع (المادة 36)، دون ذكر سبب ودون أداء غرامة. ويصير الأجل ثلاثين يوما إذا لم نؤكد لكم
              كتابة المعلومات التي ينص عليها هذا القانون.
            </p>
            <ul className={classes(common.stack, common.gap2, style.bullets)}>
              <li>
                <strong>أخبرونا.</strong> راسلونا أو اتصلوا بنا داخل هذا الأجل مع ذكر رقم طلبيتكم، ثم أعيدوا إلينا
                المنتجات. وتكون مصاريف الإرجاع، عند الاقتضاء، على عاتقكم.
              </li>
              <li>
                <strong>استرداد المبلغ.</strong> نرد لكم المبلغ الإجمالي المؤدى دون تأخير، وخلال خمسة عشر يوما على
                الأكثر من تاريخ ممارسة هذا الحق (المادة 37).
              </li>
              <li>
                <strong>الاستثناءات.</strong> تستثني المادة 38 بعض السلع، ولا سيما التي لا يمكن بحكم طبيعتها إعادة
                إرسالها، أو التي قد تتلف أو تنتهي صلاحيتها بسرعة. وقد يدخل فيها، لأسباب تتعلق بالنظافة، منتج عناية أو
                مكمل غذائي سبق فتحه: اسألونا قبل إرجاعه.
              </li>
              <li>
                <strong>منتج تالف أو مختلف.</strong> لا تمس هذه الاستثناءات حقوقكم في منتج تالف أو في منتج غير الذي
                طلبتموه.
              </li>
            </ul>
          </div>
        </details>
      </div>
    </Section>
  </>
)
