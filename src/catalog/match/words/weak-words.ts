import { openTermSet } from "./terms-by-letter.ts"

/** Words of every second request, which say little even if few skills contain them. */
const isWeakTerm = openTermSet(
  `add app build change check class code column create data define field file find fix function header help line make method
  new open page parameter project run set start table task team text tool try update value variable work write
  argument arguments bump comma folder indent indented line newline print remove rename renamed revert swap typo undo version`,
)

/** Everyday words: a request has a subject only if it has others. */
const isEverydayTerm = openTermSet(
  `able absolutely afternoon again ages ago agree ahead ain't allow alone along although amount another apparently
    appear area around aside ask asked asking available away awesome awful back bad badly based basic basically
    bear became become becomes began begin behind believe belong best better beyond big bit both bother bottom
    bring brings brought busy called calls care careful carry case cause certain certainly chance clear clearly
    closer coming common completely consider continue cool correct couple course crazy currently daily day days deal
    decent definitely depend depends despite different differently difficult direct directly easily easy effect
    effort eight eleven end ended enjoy enough entire entirely especially evening everybody everyone everything
    everywhere example except expect expected explain extra extremely face fact fair fairly fall far feel feels
    felt figure final finally first five following forever forget forgot former forward four friday front full
    fully fun function funny further gave general generally given gives glad gone gotten guess guy guys half
    hand happen happened happening happens happy hard hardly hate he's heard helpful hey hi high hit hold hope
    horrible hour hours huge hundred hurt imagine immediately important inside instead interested interesting
    job keep keeps kept kind kinda know large last late lately later latest least leave leaves left less level
    lie likely line listen little lives long longer lose lost lot lots love low lucky made main makes making
    manage matter mean meaning means meant meanwhile mention middle minute minutes miss missing moment monday
    month months morning mostly move much myself name near nearly necessary next night nine nobody none nope
    normal normally note number obviously occur odd often oh old older ones opposite ordinary otherwise outside
    overall part particular particularly parts pass past people perfect perhaps person piece place plain plus
    point possible possibly prefer pretty previous print probably problem problems proper properly put question
    questions quick quickly quiet quite reach read ready real reason reasonable recent recently regular remember
    repeat rest return right round saturday save saw second seconds see seem seemed seen sense sent separate
    serious seriously seven several shape short show showed shows side similar simple simply since single sit
    six size slightly slowly small smart somebody someday somewhat sorry sort sounds space special specific stay
    step steps stop stops strange stuff stupid suddenly suggest sunday suppose supposed take taken takes talk
    ten terrible terribly therefore thing think thinking third though thought thousand three throw thursday
    tight till time times tiny together tomorrow tonight took top total totally touch towards true truly tuesday
    turn turns twelve twenty twice two type ugly unfortunately unless unlike usual usually various wait walk way
    ways wednesday week weekend weeks weird went whole wide wish wonder wondering worked works world worry worse
    worst worth wrong yeah year years yep yes young`,
)

/** Words of private life: a skill that says nothing of them hardly helps with a request that does. */
const isHomeTerm = openTermSet(
  `aunt baby birthday boyfriend brother child children dad daughter family father friend girlfriend grandfather grandma
  grandmother grandpa husband kid kids landlord mom mother mum neighbor neighbour parents sister son uncle wedding wife
  apartment backyard balcony bathroom bed bedroom bike bicycle boiler brake candle car carpet chair cleaner clothes couch
  curtain dishwasher door dress engine fence fridge furniture garden garage grass hair heater house jacket kettle kitchen
  lawn oven paint parking plumber roof scarf shirt shoe shower sofa stain tie toilet trousers tyre vacuum wallpaper
  washing wool
  apple bake banana beer boil bread cake calorie cheese chocolate coffee cook dough egg fish fruit meat milk pasta pizza
  recipe restaurant rice salad salt soup sugar supermarket tea tomato vegetable wine
  ankle arm blood cold cough dentist diet doctor dream exercise eye fever gym headache healthy heart ill knee leg pain
  shoulder sick skin sleep stomach tired tooth weight yoga
  animal ant bird cat chicken cow dog flower horse mouse plant puppy tree
  airport beach boat cinema city country cruise flight holiday hotel island lake luggage mountain museum ocean passport
  river sea ticketing tourist train travel trip vacation visa
  chess dance football game guitar hobby hike joke knit lottery movie novel piano poem riddle soccer sport swim tennis
  whistle
  capital emperor king president queen revolution war century planet moon
  afraid angry bored lonely sad`,
)

export function isHome(term: string): boolean {
  return isHomeTerm(term)
}

export function isWeak(term: string): boolean {
  return isWeakTerm(term) || isCount(term)
}

export function isEveryday(term: string): boolean {
  return isEverydayTerm(term) || isWeak(term)
}

/** A number alone does not say what a request is about. */
function isCount(term: string): boolean {
  return /^\d{1,3}$/.test(term)
}
