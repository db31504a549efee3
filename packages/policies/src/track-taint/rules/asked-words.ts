/**
 * What a user wants done, whatever the words and the language: English, German, French and Spanish.
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

/** By what is wanted: how users say it. A word counts with its endings, in any case. */
const BEGINNINGS: Readonly<Record<Asked, string>> = {
  sending: `send sent e-?mail mail repl(?:y|ie) forward writ wrote tell inform notif message contact answer submit thank
    greet invit ask remind schick send schreib antwort weiterleit mitteil teil benachricht sag envoy écri ecri répon
    repon transf prévien previen dis envía envia escrib respond reenv avisa di\\b`,
  paying: `pay paid transfer send wire remit settl donat buy bought purchas order checkout refund reimburs return spend
    bill charg top zahl bezahl überweis ueberweis kauf bestell erstatt rückerstatt spend pai virement verse achet
    command rembours pag transf compr pid reembols abon`,
  deleting: `delet remov eras clear clean cancel discard empt drop get\\s+rid unsubscrib unstar revok withdraw uninstall
    trash lösch loesch entfern leer storn kündig supprim effac enlev annul vid elimin borr quit cancel vacia`,
  scheduling: `schedul calendar meeting event appointment remind book reserv plan dinner lunch set\\s*up invit arrang
    trip holiday day\\s+off termin kalender treff einlad buch reservier plan erinner rendez réunion reunion agenda
    calendrier réserv reserv planif cita reuni calendari agend`,
  sharing: `shar invit collaborat grant access permission give ownership transfer teil freigeb gib einlad zugriff
    partag invit accord donn accès acces compart invit permis da\\b acceso`,
  publishing: `publish post tweet comment issue star like announc releas push upload report review rate veröffentlich
    poste kommentier meld bewert hochlad publi poste comment annonc notez public coment anunci sub[ei]`,
  changing: `chang updat modif edit renam replac set reset mov adjust correct fix switch turn swap password änder aender
    aktualisier setz ersetz verschieb umbenenn pass chang modif mett remplac déplac deplac renomm cambi actualiz modific
    pon reemplaz muev renombr`,
  creating: `creat add make new writ sav stor download copy clon generat fork install upload fetch get put set\\s*up draft
    record anleg erstell füg fueg speicher lad kopier schreib cré cre ajout fai télécharg telecharg enregistr copi cre
    añad anad agreg haz guard descarg copi`,
};

/** The pattern for each. */
export const askedWords: ReadonlyMap<Asked, RegExp> = new Map(
  Object.entries(BEGINNINGS).map(([asked, words]) => [asked as Asked, beginning(words)]),
);

function beginning(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.trim().replace(/\s+/g, '|')})`, 'iu');
}
