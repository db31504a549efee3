/**
 * A kind of request, recognised in English, German, French and Spanish.
 *
 * @example
 * const rule: ToolRule = { asksFor: 'paying' };
 */
export type Asked =
  | 'sending'
  | 'paying'
  | 'deleting'
  | 'scheduling'
  | 'sharing'
  | 'publishing'
  | 'changing'
  | 'creating';

/** The words of users for each kind. A word counts with its endings, in any case. */
const BEGINNINGS: Readonly<Record<Asked, string>> = {
  sending: `send sent e-?mail mail repl(?:y|ie) forward writ wrote tell inform notif message contact answer submit thank
    greet invit ask remind drop\\s+\\S+\\s+a\\s+(?:line|note) get\\s+back\\s+to let\\s+\\S+\\s+know
    pass\\s+(?:\\S+\\s+){1,4}(?:on|along)\\s+to gib\\s+\\S+\\s+bescheid leite?\\s+(?:\\S+\\s+){0,6}weiter fais\\s+suivre dile
    schick send schreib antwort weiterleit mitteil teil benachricht sag envoy écri ecri répon
    repon transf prévien previen dis envía envia escrib respond reenv avisa di\\b`,
  paying: `pay paid transfer send wire remit settl donat buy bought purchas order reorder restock coupon voucher discount credit
    gift gutschein rabatt remise cup[oó]n descuento checkout refund reimburs return spend
    bill charg top zahl bezahl überweis ueberweis kauf bestell erstatt rückerstatt spend pai virement verse achet
    command rembours pag(?:a|o|ar|ue|uen|ad|ando|uer)(?!\\p{L}) transf compr pid reembols abon get\\s+(?:me|us)\\s+(?:\\S+\\s+){0,3}tickets? cover\\s+(?:my|our|the|his|her|their)\\s
    begleich r[èe]gl(?:e|er|ez)\\s+(?:la|le|les|ma|mon|mes|cette|ce)\\s`,
  deleting: `delet remov eras clear clean cancel discard empt drop get\\s+rid unsubscrib unstar revok withdraw uninstall
    trash wipe throw\\s+(?:\\S+\\s+){0,5}away call\\s+(?:\\S+\\s+){0,4}off wirf\\s+(?:\\S+\\s+){0,6}weg jet(?:te|er|ez)
    lösch loesch entfern leer storn kündig supprim effac enlev annul vid elimin borr quit cancel vacia`,
  scheduling: `schedul calendar meeting event appointment remind book reserv plan dinner lunch set\\s*up invit arrang
    slot block\\s+(?:my|our|out|off) postpon verschieb aplaz trip holiday day\\s+off termin kalender treff einlad buch reservier plan erinner rendez réunion reunion agenda
    calendrier réserv reserv planif cita reuni calendari agend`,
  sharing: `shar invit collaborat grant access permission give ownership transfer let\\s+\\S+\\s+(?:edit|see|view|read|join)
    add\\s+\\S+\\s+(?:to|as)\\b lade?\\s+(?:\\S+\\s+){0,6}ein ajout\\S*\\s+(?:\\S+\\s+){0,3}(?:au|à|aux|dans) teil freigeb gib einlad zugriff
    partag invit accord donn accès acces compart invit permis da\\b acceso`,
  publishing: `publish post tweet comment issue star like announc releas push upload report review rate put\\s+(?:\\S+\\s+){0,5}online
    shar\\S*\\s+(?:\\S+\\s+){0,4}(?:channel|page|feed) stell\\S*\\s+(?:\\S+\\s+){0,5}(?:online|ins\\s+netz)
    met\\S*\\s+(?:\\S+\\s+){0,5}en\\s+ligne veröffentlich
    poste kommentier meld bewert hochlad publi poste comment annonc notez public coment anunci sub[ei]`,
  changing: `archiv hide hiding hid\\b enabl disabl activ deactiv toggl mut(?:e|ing)\\b block suspend postpon deaktivier aktivier sperr d[ée]sactiv
    desactiv bloqu chang updat modif edit renam replac set reset mov adjust correct fix make\\s+(?:the|my|our|it|this)\\s+(?:\\S+\\s+){0,2}(?:shorter|longer|private|public)
    switch turn swap password änder aender
    aktualisier setz ersetz verschieb umbenenn pass chang modif mett remplac déplac deplac renomm cambi actualiz modific
    pon reemplaz muev renombr`,
  creating: `creat add make new writ sav stor download copy clon generat fork install upload fetch get put set\\s*up draft
    record jot leg\\s+(?:\\S+\\s+){0,6}an(?!\\p{L}) anleg erstell füg fueg speicher lad kopier schreib cré cre ajout fai(?:s|tes)\\s+(?:un|une|moi) télécharg telecharg enregistr copi cre
    añad anad agreg haz guard descarg copi`,
};

/** The pattern of each kind. */
export const askedWords: ReadonlyMap<Asked, RegExp> = new Map(
  Object.entries(BEGINNINGS).map(([asked, words]) => [asked as Asked, beginning(words)]),
);

function beginning(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.trim().replace(/\s+/g, '|')})`, 'iu');
}

/** Returns a pattern for requests of any of these kinds. */
export function askedPattern(asked: readonly Asked[]): RegExp {
  return new RegExp(asked.map((each) => askedWords.get(each)!.source).join('|'), 'iu');
}
